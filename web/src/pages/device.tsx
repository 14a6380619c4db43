import { useEffect, useState } from 'react';
import { focusHeading, Page } from '../parts/page.tsx';
import { CodeForm } from './device/code-form.tsx';
import { Decide } from './device/decide.tsx';

/** A device asks for a key of the account: whoever reads its code here says whether it gets one (RFC 8628, 3.3). */
export function DevicePage() {
  const [code, setCode] = useState(codeInAddress);
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    const read = () => {
      setCode(codeInAddress());
      setSaid(null);
    };
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const goOn = (next: string | null) => {
    // The code is used up, or another one.
    history.replaceState(null, '', '/device');
    setCode(next);
    focusHeading();
  };
  if (said !== null)
    return (
      <Page title="Sign in a device" intro={said}>
        <p className="narrow">You can close this page, and see or revoke the keys of your devices under Keys.</p>
      </Page>
    );
  return (
    <Page title="Sign in a device" intro={code === null ? 'Type the code that the device shows.' : undefined}>
      {code === null ? (
        <CodeForm onCode={setCode} />
      ) : (
        <Decide
          key={code}
          userCode={code}
          onOther={() => goOn(null)}
          onDone={(text) => {
            goOn(null);
            setSaid(text);
          }}
        />
      )}
    </Page>
  );
}

const codeInAddress = (): string | null => new URLSearchParams(location.hash.slice(1)).get('code');
