import { type DataImport, dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { saveFile } from '../../shared/api/save-file.ts';
import { notify } from '../../shared/notify.ts';
import { countOf, endTitle, formatFactorDoubts } from './import-labels.ts';
import classes from './import-page.module.css';
import { importPath } from './use-import-place.ts';

/** The result of an import: loads made, rows refused, and links to go on. */
export function ImportEnd({ data }: { data: DataImport }) {
  const { bad, made, state, problem, looked, rows } = data;
  const doubts = formatFactorDoubts(data.factorDoubts);
  const isShort = state !== 'DONE' && looked < rows;
  return (
    <div className={classes.content}>
      <section className={`${classes.card} ${classes.run}`} aria-labelledby="end-title">
        <div role="status">
          <h2 id="end-title">{endTitle(data)}</h2>
        </div>
        {state === 'FAILED' ? <p>{problem ?? 'It could not be finished.'}</p> : null}
        <p className={classes.counts}>
          {isShort ? `${countOf(looked, 'row')} of ${rows.toLocaleString('en-US')} looked at. ${countOf(made, 'load')} imported.` : null}{' '}
          {bad === 0
            ? state === 'DONE'
              ? 'Every row became a load.'
              : null
            : `${countOf(bad, 'row')} ${bad === 1 ? 'was' : 'were'} rejected.`}
        </p>
        {bad === 0 ? null : <p>The file has those rows alone, each with what is wrong. Fix it and import it here.</p>}
        {doubts === null ? null : <p>{doubts}</p>}
        <div className={classes.buttons}>
          {made === 0 ? null : (
            <Button component={Link} to="/dispatcher/my-loads?view=all&sort=created.desc">
              See the loads
            </Button>
          )}
          {bad === 0 ? null : <RefusedRows data={data} isMain={made === 0} />}
          <Button component={Link} to={importPath} variant="default">
            Import another file
          </Button>
        </div>
      </section>
    </div>
  );
}

function RefusedRows({ data, isMain }: { data: DataImport; isMain: boolean }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    const name = `Rejected rows of ${data.fileName.replace(/\.\w+$/, '')}.csv`;
    await saveFile(dataTransferEndpoints.getImportProblems, { params: { id: data.id } }, name).catch(() =>
      notify('error', 'Couldn’t download the rejected rows. Please try again.'),
    );
    setIsBusy(false);
  };
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      leftSection={<IconDownload size={16} stroke={1.75} />}
      loading={isBusy}
      onClick={() => void save()}
    >
      Download rejected rows
    </Button>
  );
}
