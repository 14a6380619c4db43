/** `serverId`, `Server ID` and `server-id` all become `server_id`; empty where nothing of a name is in the text. */
export function snakeCase(text: string): string {
  const words = text
    .trim()
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .replace(/[^\p{L}\p{N}_]+/gu, '_');
  return withoutOuter('_', words).toLowerCase();
}

/** In one pass: a pattern that is anchored at the end alone is tried again at every character of a run. */
function withoutOuter(character: string, text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text[from] === character) from += 1;
  while (to > from && text[to - 1] === character) to -= 1;
  return text.slice(from, to);
}
