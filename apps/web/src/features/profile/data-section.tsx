import { profileEndpoints } from '@headhaul/contracts/profile';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '../../shared/api/save-file.ts';
import { notify } from '../../shared/notify.ts';
import classes from './profile-page.module.css';

export function DataSection() {
  const [isSaving, setIsSaving] = useState(false);

  const save = async () => {
    setIsSaving(true);
    const fileName = `headhaul-my-data-${new Date().toISOString().slice(0, 10)}.zip`;
    await saveFile(profileEndpoints.exportMyData, {}, fileName).catch(() =>
      notify('error', 'Couldn’t export your data. Please try again.'),
    );
    setIsSaving(false);
  };

  return (
    <section className={classes.card} aria-labelledby="data-title">
      <h2 id="data-title">Your data</h2>
      <div className={classes.action}>
        <p>Everything kept about you as an archive: profile, sign-ins, mailboxes, emails, notes and history.</p>
        <Button
          variant="default"
          size="md"
          leftSection={<IconDownload size={18} stroke={1.75} />}
          loading={isSaving}
          onClick={() => void save()}
        >
          Export my data
        </Button>
      </div>
    </section>
  );
}
