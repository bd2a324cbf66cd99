import {
  type DocumentKind,
  documentEndpoints,
  documentKindLabels,
  type LoadDocument,
  maxDocumentBytes,
} from '@headhaul/contracts/documents';
import type { Driver } from '@headhaul/contracts/drivers';
import { expiryWarning } from '@headhaul/domain/drivers/status';
import { Button } from '@mantine/core';
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { saveFile } from '../../../shared/api/save-file.ts';
import { notify } from '../../../shared/notify.ts';
import { formatDay } from '../../../shared/time/format-time.ts';
import { useOfficeZone } from '../../../shared/time/use-office-zone.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { driversApi } from '../drivers.api.ts';
import classes from './documents.module.css';
import page from './page.module.css';

const accepted = 'application/pdf,image/jpeg,image/png,image/webp';

/** "Good through Mar 4, 2027", or a warning that the document expires. */
function formatGood(day: string | null, today: string, doc: string): { words: string; tone?: 'need' | 'bad' } {
  if (day === null) return { words: 'Expiry date not said' };
  const warning = expiryWarning(day, today, doc);
  if (warning !== null) return { words: warning.words, ...(warning.tone === 'plain' ? {} : { tone: warning.tone }) };
  const date = new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return { words: `Good through ${date}` };
}

export function DriverDocuments({ driver, today }: { driver: Driver; today: string }) {
  const { data } = driversApi.useListDriverDocumentsQuery({ params: { id: driver.id } });
  const [removing, setRemoving] = useState<LoadDocument | null>(null);
  const [remove, { isLoading }] = driversApi.useRemoveDriverDocumentMutation();
  const documents = data?.documents ?? [];
  const of = (kind: DocumentKind) => documents.filter((doc) => doc.kind === kind);
  const others = documents.filter(({ kind }) => kind !== 'CDL' && kind !== 'MEDICAL_CARD');

  const confirm = async () => {
    if (removing === null) return;
    const { error } = await remove({ params: { documentId: removing.id } });
    setRemoving(null);
    if (error === undefined) notify('success', `${removing.fileName} is removed`);
  };

  return (
    <section className={page.card}>
      <div className={page.head}>
        <h2>Documents</h2>
        {driver.twicExpiresOn === null ? null : <Good {...formatGood(driver.twicExpiresOn, today, 'TWIC')} name="TWIC: " />}
      </div>
      <ul className={classes.slots}>
        <Slot
          driverId={driver.id}
          kind="CDL"
          good={formatGood(driver.cdlExpiresOn, today, 'CDL')}
          documents={of('CDL')}
          onRemove={setRemoving}
        />
        <Slot
          driverId={driver.id}
          kind="MEDICAL_CARD"
          good={formatGood(driver.medicalExpiresOn, today, 'Medical card')}
          documents={of('MEDICAL_CARD')}
          onRemove={setRemoving}
        />
        <Slot driverId={driver.id} kind="OTHER" good={null} documents={others} onRemove={setRemoving} />
      </ul>
      <ConfirmDialog
        isOpen={removing !== null}
        title={`Remove ${removing?.fileName ?? 'this document'}?`}
        action="Remove"
        tone="danger"
        isBusy={isLoading}
        onConfirm={() => void confirm()}
        onClose={() => setRemoving(null)}
      >
        <p>The file is deleted for the whole team.</p>
      </ConfirmDialog>
    </section>
  );
}

interface SlotProps {
  driverId: string;
  kind: Extract<DocumentKind, 'CDL' | 'MEDICAL_CARD' | 'OTHER'>;
  good: { words: string; tone?: 'need' | 'bad' } | null;
  documents: readonly LoadDocument[];
  onRemove: (doc: LoadDocument) => void;
}

/** One kind of document: the stored files, and the area to drop the next one on. */
function Slot({ driverId, kind, good, documents, onRemove }: SlotProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [upload, { isLoading }] = driversApi.useUploadDriverDocumentMutation();
  const name = kind === 'OTHER' ? 'Other documents' : documentKindLabels[kind];

  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (!accepted.split(',').includes(file.type)) return notify('warning', 'A document is a PDF or a picture: JPEG, PNG or WebP.');
    if (file.size > maxDocumentBytes) return notify('warning', `${file.name} is larger than ${maxDocumentBytes / 1024 / 1024} MB.`);
    const { error } = await upload({ params: { id: driverId }, body: { kind, file } });
    if (error === undefined) notify('success', `${file.name} is kept`);
  };

  return (
    <li
      className={classes.slot}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <div className={classes.line}>
        <div>
          <b>{name}</b>
          {good === null ? null : <Good {...good} />}
        </div>
        <Button
          variant="default"
          size="xs"
          loading={isLoading}
          leftSection={<IconUpload size={14} stroke={1.75} />}
          aria-label={`Upload ${name}`}
          onClick={() => input.current?.click()}
        >
          Upload
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={accepted}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            void take(file);
          }}
        />
      </div>
      {documents.map((doc) => (
        <DocumentLine key={doc.id} doc={doc} onRemove={onRemove} />
      ))}
    </li>
  );
}

function DocumentLine({ doc, onRemove }: { doc: LoadDocument; onRemove: (doc: LoadDocument) => void }) {
  const zone = useOfficeZone();
  const open = () =>
    saveFile(documentEndpoints.getDocumentContent, { params: { documentId: doc.id } }, doc.fileName).catch(() =>
      notify('error', `Couldn’t download ${doc.fileName}. Please try again.`),
    );
  return (
    <div className={classes.sheet}>
      <button type="button" className={classes.open} onClick={() => void open()}>
        <IconDownload size={15} stroke={1.75} aria-hidden="true" />
        <span>{doc.fileName}</span>
      </button>
      <span className={classes.by}>{formatDay(doc.createdAt, Date.now(), zone)}</span>
      <button type="button" className={classes.remove} aria-label={`Remove ${doc.fileName}`} onClick={() => onRemove(doc)}>
        <IconTrash size={15} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}

function Good({ words, tone, name = '' }: { words: string; tone?: 'need' | 'bad'; name?: string }) {
  return (
    <span className={classes.good} data-tone={tone}>
      {name}
      {words}
    </span>
  );
}
