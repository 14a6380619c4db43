/**
 * A change that is told as news, as the order that it comes to: "Ann Lee has a new email: ann@lee.org" is "change the email of
 * Ann Lee to ann@lee.org". Null when it is no such news.
 */
export function restated(text: string): string | null {
  const told = text.trim().replace(/[.!]+$/, '');
  if (ASKS.test(told) || told.includes('?')) return null;
  for (const { news, order } of NEWS) {
    const found = news.exec(told);
    if (found === null) continue;
    const { what = '', whose = '', value = '' } = found.groups ?? {};
    return order(what.toLowerCase() === 'number' ? 'phone number' : what, whose, value);
  }
  return null;
}

const ASKS =
  /^(?:how|what|which|who|whose|when|where|why|show|list|find|is|are|did|does|do|give|tell|add|insert|create|make|set|change|update|delete|remove)\b/i;

const change = (what: string, whose: string, value: string): string => `change the ${what} of ${whose} to ${value}`;

const NEWS: readonly { readonly news: RegExp; readonly order: typeof change }[] = [
  { news: /^(?<whose>[^:,]+?) (?:has|have|got|has got) a new (?<what>[a-z]+(?: [a-z]+)?): (?<value>\S.*)$/i, order: change },
  { news: /^(?<whose>[^:,]+?)['’]s? new (?<what>[a-z]+(?: [a-z]+)?) is (?:now )?(?<value>\S.*)$/i, order: change },
  { news: /^the new (?<what>[a-z]+(?: [a-z]+)?) (?:at|of|for) (?<whose>[^:,]+?) is (?:now )?(?<value>\S.*)$/i, order: change },
  { news: /^(?<whose>[^:,]+?)['’]s (?<what>[a-z]+(?: [a-z]+)?) is (?:now )?(?<value>\S.*)$/i, order: change },
];
