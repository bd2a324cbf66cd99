import { IconFileUpload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { acceptedFiles } from '../../details/documents/upload.ts';
import classes from '../form.module.css';

/** The rate con waits here and is filed with the load once the load is saved. */
export function RateConZone({ file, onFile }: { file: File | null; onFile: (file: File | null) => void }) {
  const [isOver, setOver] = useState(false);
  return (
    <section
      className={classes.zone}
      aria-label="Rate con"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0] ?? null);
      }}
    >
      <IconFileUpload size={18} stroke={1.75} aria-hidden="true" />
      {file === null ? (
        <p>
          <b>Drop the rate con</b> and it is filed with the load.
        </p>
      ) : (
        <p>
          <b>{file.name}</b> is filed with the load.
        </p>
      )}
      {file === null ? (
        <label>
          <input type="file" accept={acceptedFiles} onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)} />
          Choose PDF
        </label>
      ) : (
        <button type="button" aria-label={`Leave ${file.name} out`} onClick={() => onFile(null)}>
          <IconX size={17} stroke={1.75} />
        </button>
      )}
    </section>
  );
}
