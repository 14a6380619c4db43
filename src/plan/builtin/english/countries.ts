/** Whether the text is an English name of a country, by the runtime's own list of regions. */
export const isCountry = (text: string): boolean => countries().has(text.toLowerCase().replace(/^the /, ''));

let known: ReadonlySet<string> | null = null;

function countries(): ReadonlySet<string> {
  known ??= new Set([...regions(), 'united states of america', 'usa', 'uk', 'great britain', 'england', 'scotland', 'wales', 'turkey']);
  return known;
}

function* regions(): Generator<string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const name = names.of(first + second);
      if (name !== undefined && !/region|europe|zone|pseudo|nations/i.test(name)) yield name.toLowerCase();
    }
  }
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
