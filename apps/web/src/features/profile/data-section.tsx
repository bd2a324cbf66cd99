import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { profileApi } from './profile.api.ts';
import classes from './profile-page.module.css';

/** Hands a text to the browser's own download, under the name it is to have. */
function download(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  anchor.click();
  // The browser has read the address by the next task; only then may it go.
  setTimeout(() => URL.revokeObjectURL(address));
}

export function DataSection() {
  const [exportData, { isLoading }] = profileApi.useExportMyDataMutation();

  const save = async () => {
    const { data } = await exportData();
    if (data === undefined) return;
    download(`headhaul-my-data-${new Date().toISOString().slice(0, 10)}.json`, JSON.stringify(data, null, 2));
  };

  return (
    <section className={classes.card} aria-labelledby="data-title">
      <h2 id="data-title">Your data</h2>
      <div className={classes.action}>
        <p>Everything kept about you as one JSON file: profile, sign-ins and devices.</p>
        <Button
          variant="default"
          size="md"
          leftSection={<IconDownload size={18} stroke={1.75} />}
          loading={isLoading}
          onClick={() => void save()}
        >
          Export my data
        </Button>
      </div>
    </section>
  );
}
