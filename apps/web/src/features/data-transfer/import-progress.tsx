import type { DataImport } from '@headhaul/contracts/data-transfer';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { dataTransferApi } from './data-transfer.api.ts';
import { formatProgress } from './import-labels.ts';
import classes from './import-page.module.css';

/** The live progress of an import. */
export function ImportProgress({ data }: { data: DataImport }) {
  const [cancel, { isLoading }] = dataTransferApi.useCancelImportMutation();
  const [isAsking, setIsAsking] = useState(false);
  const percent = Math.min(Math.floor((data.looked / Math.max(data.rows, 1)) * 100), 100);
  return (
    <div className={classes.content}>
      <section className={`${classes.card} ${classes.run}`} aria-labelledby="run-title">
        <h2 id="run-title">Making the loads, {percent}%</h2>
        <div
          className={classes.bar}
          role="progressbar"
          aria-labelledby="run-title"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span className={classes.fill} style={{ width: `${percent}%` }} />
        </div>
        <p className={classes.counts}>{formatProgress(data)}</p>
        <p>You can leave this page; it continues, and this tab brings you back here.</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setIsAsking(true)}>
            Stop the import
          </Button>
        </div>
      </section>
      <ConfirmDialog
        isOpen={isAsking}
        title="Stop the import?"
        action="Stop it"
        tone="danger"
        isBusy={isLoading}
        onConfirm={() => void cancel({ params: { id: data.id } }).then(() => setIsAsking(false))}
        onClose={() => setIsAsking(false)}
      >
        Loads imported so far stay. The other rows are not imported.
      </ConfirmDialog>
    </div>
  );
}
