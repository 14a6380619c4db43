import { isEnglish } from '../english/related-words.ts';

/** What tables and columns are called everywhere, of which databases write the beginning or the consonants alone. */
const USUAL = `account address amount appointment article author balance barcode bill birth branch brand building business capacity category
  charge child city class client color comment company contact contract country course crew customer delivery department deposit description
  destination discount distance district doctor donation donor driver duration employee enrollment event expense facility family floor
  gender grade group guest height hospital hour incident income instructor insurance invoice item language lesson level license location machine
  manager material medicine member membership message method minute model month name number nurse office operator order organization origin
  owner package parcel parent partner passenger patient payment period person phone place player position price priority product production
  professor program project property provider purchase quantity quarter rank reason receipt region registration remark repair request reservation
  resident result review role room route salary sample schedule school score season section semester service session sex shift skill sort
  source species sponsor staff station status stock store street student subject supplier surname teacher team temperature tenant ticket
  title topic town track training transaction trip type unit value vehicle vendor vessel veterinarian visit volume volunteer ward warehouse
  week weight worker year zone`
  .trim()
  .split(/\s+/)
  .map((word) => ({ word, bare: bareOf(word) }));

const LEAST = 3;
const MOST = 5;

/** The one usual name that is written so: "memb", "plc", "pym". Null for a word of its own, and for what several are. */
export function clippedName(piece: string): string | null {
  if (piece.length < LEAST || piece.length > MOST || !/^[a-z]+$/.test(piece) || isEnglish(piece)) return null;
  const fits = [
    USUAL.filter(({ bare }) => bare === piece),
    USUAL.filter(({ word }) => word.startsWith(piece)),
    USUAL.filter(({ bare }) => bare.startsWith(piece)),
  ].find(({ length }) => length > 0);
  const [only] = fits ?? [];
  return only !== undefined && fits?.every(({ word }) => word.startsWith(only.word)) === true ? only.word : null;
}

/** Without vowels after the first letter, and with one letter for two. */
function bareOf(word: string): string {
  return word.replaceAll(/(?<!^)[aeiou]/g, '').replaceAll(/(.)\1/g, '$1');
}
