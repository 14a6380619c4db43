import { Link } from 'wouter';
import { Page } from '../parts/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="There is no such page" intro="The address may be mistyped, or the page is gone.">
      <p>
        <Link href="/">Go to the overview</Link>
      </p>
    </Page>
  );
}
