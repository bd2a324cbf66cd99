import { DocumentKind, documentKindLabels, type LoadDocument } from '@headhaul/contracts/documents';
import type { Load } from '@headhaul/contracts/loads/record';
import { documentStates } from '@headhaul/domain/loads/attention';
import { ActionIcon, Menu } from '@mantine/core';
import { IconFileTypePdf, IconPhoto, IconPlus, IconRefresh, IconUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, lazy, Suspense, useRef, useState } from 'react';
import { DrawerSection } from '../../../../shared/drawer/side-drawer.tsx';
import { formatDay } from '../../../../shared/time/format-time.ts';
import { useNow } from '../../../../shared/time/use-now.ts';
import { useOfficeZone } from '../../../../shared/time/use-office-zone.ts';
import classes from './documents.module.css';
import { acceptedFiles, type PendingUpload, useDocumentUploads } from './upload.ts';

const Preview = lazy(() => import('./preview.tsx'));

const mainKinds = ['RATE_CONFIRMATION', 'BOL', 'POD'] as const;
type MainKind = (typeof mainKinds)[number];
/** CDL and medical card are left out, because they are kept with the driver. */
const otherKinds = DocumentKind.options.filter(
  (kind) => !(mainKinds as readonly string[]).includes(kind) && kind !== 'CDL' && kind !== 'MEDICAL_CARD',
);

/** The three documents every load needs, and whatever else belongs to it. */
export function Documents({ load }: { load: Load }) {
  const { onTheWay, start, retry, stop } = useDocumentUploads(load.id);
  const [shown, setShown] = useState<string | null>(null);
  const [kind, setKind] = useState<DocumentKind>('OTHER');
  const chooser = useRef<HTMLInputElement>(null);
  const others = load.documents.filter((document) => !(mainKinds as readonly string[]).includes(document.kind));
  const othersOnTheWay = onTheWay.filter((doc) => !(mainKinds as readonly string[]).includes(doc.kind));
  const canChange = load.deletedAt === null;
  const states = documentStates(load);

  const choose = (wanted: DocumentKind) => {
    setKind(wanted);
    chooser.current?.click();
  };

  return (
    <DrawerSection title="Documents" action={canChange ? <AddDocument onChoose={choose} /> : undefined}>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={acceptedFiles}
        onChange={(event) => {
          start(kind, event.currentTarget.files ?? []);
          event.currentTarget.value = '';
        }}
      />
      <div className={classes.slots}>
        {mainKinds.map((one) => (
          <Slot
            key={one}
            kind={one}
            isWaitedFor={states[one === 'RATE_CONFIRMATION' ? 'rc' : one === 'BOL' ? 'bol' : 'pod'] === 'waiting'}
            documents={load.documents.filter((document) => document.kind === one)}
            onTheWay={onTheWay.find((doc) => doc.kind === one)}
            canChange={canChange}
            onOpen={setShown}
            onChoose={() => choose(one)}
            onDrop={(files) => start(one, files)}
            onRetry={retry}
            onStop={stop}
          />
        ))}
      </div>
      {others.length + othersOnTheWay.length === 0 ? null : (
        <ul className={classes.others}>
          {others.map((document) => (
            <li key={document.id}>
              <button type="button" className={classes.other} onClick={() => setShown(document.id)}>
                <DocumentIcon document={document} size={16} />
                <b>{documentKindLabels[document.kind]}</b>
                <span>{document.fileName}</span>
                <Filed document={document} />
              </button>
            </li>
          ))}
          {othersOnTheWay.map((doc) => (
            <li key={doc.id} className={classes.other}>
              <b>{documentKindLabels[doc.kind]}</b>
              <OnItsWay doc={doc} onRetry={retry} onStop={stop} />
            </li>
          ))}
        </ul>
      )}
      {shown === null ? null : (
        <Suspense>
          <Preview load={load} documentId={shown} onShow={setShown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </DrawerSection>
  );
}

function AddDocument({ onChoose }: { onChoose: (kind: DocumentKind) => void }) {
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon size={24} className={classes.add} aria-label="Add a document">
          <IconPlus size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {[...mainKinds, ...otherKinds].map((kind) => (
          <Menu.Item key={kind} onClick={() => onChoose(kind)}>
            {documentKindLabels[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface SlotProps {
  kind: MainKind;
  isWaitedFor: boolean;
  documents: readonly LoadDocument[];
  onTheWay: PendingUpload | undefined;
  canChange: boolean;
  onOpen: (id: string) => void;
  onChoose: () => void;
  onDrop: (files: Iterable<File>) => void;
  onRetry: (doc: PendingUpload) => void;
  onStop: (doc: PendingUpload) => void;
}

/** The slot for one kind of document. A full slot opens the document, an empty slot asks for a file. Both accept a dropped file. */
function Slot({ kind, isWaitedFor, documents, onTheWay, canChange, onOpen, onChoose, onDrop, onRetry, onStop }: SlotProps) {
  const [isOver, setOver] = useState(false);
  const latest = documents.at(-1);
  const drop = canChange
    ? {
        onDragOver: (event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        },
        onDragLeave: () => setOver(false),
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          setOver(false);
          onDrop(event.dataTransfer.files);
        },
      }
    : {};
  if (onTheWay !== undefined) {
    return (
      <div className={classes.slot} data-state="sending">
        <span className={classes.words}>
          <b>{documentKindLabels[kind]}</b>
          <OnItsWay doc={onTheWay} onRetry={onRetry} onStop={onStop} />
        </span>
      </div>
    );
  }
  if (latest === undefined) {
    return (
      <button
        type="button"
        className={classes.slot}
        data-state="empty"
        data-over={isOver || undefined}
        disabled={!canChange}
        onClick={onChoose}
        {...drop}
      >
        <IconUpload size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.words}>
          <b>{documentKindLabels[kind]}</b>
          <span data-need={isWaitedFor || undefined}>{isWaitedFor ? 'Missing: drop file' : 'Drop or choose a file'}</span>
        </span>
      </button>
    );
  }
  return (
    <button
      type="button"
      className={classes.slot}
      data-state="full"
      data-over={isOver || undefined}
      onClick={() => onOpen(latest.id)}
      {...drop}
    >
      <DocumentIcon document={latest} size={20} />
      <span className={classes.words}>
        <b>{documentKindLabels[kind]}</b>
        <Filed document={latest} count={documents.length} />
      </span>
    </button>
  );
}

function DocumentIcon({ document, size }: { document: LoadDocument; size: number }) {
  const Icon = document.contentType === 'application/pdf' ? IconFileTypePdf : IconPhoto;
  return <Icon className={classes.have} size={size} stroke={1.75} aria-hidden="true" />;
}

/** "Nina, Nov 10" */
function Filed({ document, count = 1 }: { document: LoadDocument; count?: number }) {
  const now = useNow();
  const zone = useOfficeZone();
  const who = document.uploadedByName?.split(' ')[0];
  return (
    <span className={classes.filed}>
      {[who, formatDay(document.createdAt, now, zone), ...(count > 1 ? [`${count} files`] : [])].filter(Boolean).join(', ')}
    </span>
  );
}

function OnItsWay({
  doc,
  onRetry,
  onStop,
}: {
  doc: PendingUpload;
  onRetry: (doc: PendingUpload) => void;
  onStop: (doc: PendingUpload) => void;
}) {
  const percent = Math.round(doc.share * 100);
  return (
    <span className={classes.onItsWay}>
      {doc.failure === null ? (
        <>
          <progress max={100} value={percent} aria-label={`${doc.file.name} on its way`} />
          {percent < 100 ? `${percent}%` : 'Filing…'}
        </>
      ) : (
        <>
          <span className={classes.failure} role="alert" title={doc.failure}>
            {doc.failure}
          </span>
          <button type="button" aria-label="Try again" onClick={() => onRetry(doc)}>
            <IconRefresh size={14} stroke={1.75} />
          </button>
        </>
      )}
      <button type="button" aria-label={doc.failure === null ? 'Stop' : 'Forget it'} onClick={() => onStop(doc)}>
        <IconX size={14} stroke={1.75} />
      </button>
    </span>
  );
}
