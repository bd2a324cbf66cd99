import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { serverErrors } from '../../shared/form/form-errors.ts';
import { companyApi } from './company.api.ts';
import classes from './company-page.module.css';

/** Shows the chosen picture at once and the stored one when the server has it. */
export function LogoField({ logo, companyName }: { logo: string | null; companyName: string }) {
  const [upload, uploading] = companyApi.useUploadLogoMutation();
  const [remove, removing] = companyApi.useRemoveLogoMutation();
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const shown = chosen ?? logo;

  useEffect(() => {
    if (chosen === null) return;
    return () => URL.revokeObjectURL(chosen);
  }, [chosen]);

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    // The same file can be chosen again after a failure.
    event.currentTarget.value = '';
    if (file === undefined) return;
    setError(null);
    setChosen(URL.createObjectURL(file));
    const answer = await upload({ body: { file } });
    setChosen(null);
    if (answer.error !== undefined) setError(serverErrors(answer.error).file ?? 'The logo was not saved. Please try again.');
  };

  return (
    <section className={classes.card} aria-label="Logo">
      <div className={classes.logoLine}>
        {shown === null ? (
          <span className={classes.noLogo}>
            <IconPhoto size={24} stroke={1.5} aria-hidden="true" />
          </span>
        ) : (
          <img className={classes.logo} src={shown} alt={`Logo of ${companyName}`} data-pending={chosen !== null} />
        )}
        <div className={classes.logoText}>
          <h2>Logo</h2>
          <p id={noteId} className={error === null ? undefined : classes.error} role={error === null ? undefined : 'alert'}>
            {error ?? 'PNG, JPEG or WebP. We keep a small copy of it.'}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className={classes.file}
          tabIndex={-1}
          aria-label="Logo file"
          onChange={(event) => void choose(event)}
        />
        <Button variant="default" size="md" loading={uploading.isLoading} aria-describedby={noteId} onClick={() => input.current?.click()}>
          {logo === null ? 'Choose a picture' : 'Change'}
        </Button>
        {logo === null ? null : (
          <Button variant="subtle" color="gray" size="md" loading={removing.isLoading} onClick={() => void remove()}>
            Remove
          </Button>
        )}
      </div>
    </section>
  );
}
