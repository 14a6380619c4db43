const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** An instant as the reader's clock has it, in full when pointed at. */
export function When({ at, never = 'never' }: { readonly at: string | null; readonly never?: string }) {
  if (at === null) return <>{never}</>;
  return (
    <time dateTime={at} title={at}>
      {FORMAT.format(new Date(at))}
    </time>
  );
}
