import { DocumentKind, documentKindWords, type LoadDocument } from '@headhaul/contracts/documents';
import type { Load } from '@headhaul/contracts/loads/record';
import { papersOf } from '@headhaul/domain/loads/attention';
import { ActionIcon, Menu } from '@mantine/core';
import { IconFileTypePdf, IconPhoto, IconPlus, IconRefresh, IconUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, lazy, Suspense, useRef, useState } from 'react';
import { DrawerSection } from '../../../../shared/drawer/side-drawer.tsx';
import { formatDay } from '../../../../shared/time/format-time.ts';
import { useNow } from '../../../../shared/time/use-now.ts';
import classes from './documents.module.css';
import { acceptedPapers, type PaperOnItsWay, usePaperUploads } from './upload.ts';

const Preview = lazy(() => import('./preview.tsx'));

const mainKinds = ['RATE_CONFIRMATION', 'BOL', 'POD'] as const;
type MainKind = (typeof mainKinds)[number];
/** The driver's own papers are kept with the driver. */
const otherKinds = DocumentKind.options.filter(
  (kind) => !(mainKinds as readonly string[]).includes(kind) && kind !== 'CDL' && kind !== 'MEDICAL_CARD',
);

/** The three papers every load needs, and whatever else belongs to it. */
export function Papers({ load }: { load: Load }) {
  const { onTheWay, start, retry, stop } = usePaperUploads(load.id);
  const [shown, setShown] = useState<string | null>(null);
  const [kind, setKind] = useState<DocumentKind>('OTHER');
  const chooser = useRef<HTMLInputElement>(null);
  const others = load.documents.filter((document) => !(mainKinds as readonly string[]).includes(document.kind));
  const othersOnTheWay = onTheWay.filter((paper) => !(mainKinds as readonly string[]).includes(paper.kind));
  const canChange = load.deletedAt === null;
  const states = papersOf(load);

  const choose = (wanted: DocumentKind) => {
    setKind(wanted);
    chooser.current?.click();
  };

  return (
    <DrawerSection title="Papers" action={canChange ? <AddPaper onChoose={choose} /> : undefined}>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={acceptedPapers}
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
            onTheWay={onTheWay.find((paper) => paper.kind === one)}
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
                <PaperIcon document={document} size={16} />
                <b>{documentKindWords[document.kind]}</b>
                <span>{document.fileName}</span>
                <Filed document={document} />
              </button>
            </li>
          ))}
          {othersOnTheWay.map((paper) => (
            <li key={paper.id} className={classes.other}>
              <b>{documentKindWords[paper.kind]}</b>
              <OnItsWay paper={paper} onRetry={retry} onStop={stop} />
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

function AddPaper({ onChoose }: { onChoose: (kind: DocumentKind) => void }) {
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon size={24} className={classes.add} aria-label="Add a paper">
          <IconPlus size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {[...mainKinds, ...otherKinds].map((kind) => (
          <Menu.Item key={kind} onClick={() => onChoose(kind)}>
            {documentKindWords[kind]}
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
  onTheWay: PaperOnItsWay | undefined;
  canChange: boolean;
  onOpen: (id: string) => void;
  onChoose: () => void;
  onDrop: (files: Iterable<File>) => void;
  onRetry: (paper: PaperOnItsWay) => void;
  onStop: (paper: PaperOnItsWay) => void;
}

/** Full, it opens the paper; empty, it takes one. Either takes a dropped file. */
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
          <b>{documentKindWords[kind]}</b>
          <OnItsWay paper={onTheWay} onRetry={onRetry} onStop={onStop} />
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
          <b>{documentKindWords[kind]}</b>
          <span data-need={isWaitedFor || undefined}>{isWaitedFor ? 'Waited for, drop it here' : 'Drop or choose a file'}</span>
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
      <PaperIcon document={latest} size={20} />
      <span className={classes.words}>
        <b>{documentKindWords[kind]}</b>
        <Filed document={latest} count={documents.length} />
      </span>
    </button>
  );
}

function PaperIcon({ document, size }: { document: LoadDocument; size: number }) {
  const Icon = document.contentType === 'application/pdf' ? IconFileTypePdf : IconPhoto;
  return <Icon className={classes.have} size={size} stroke={1.75} aria-hidden="true" />;
}

/** "Nina, Nov 10" */
function Filed({ document, count = 1 }: { document: LoadDocument; count?: number }) {
  const now = useNow();
  const who = document.uploadedByName?.split(' ')[0];
  return (
    <span className={classes.filed}>
      {[who, formatDay(document.createdAt, now), ...(count > 1 ? [`${count} files`] : [])].filter(Boolean).join(', ')}
    </span>
  );
}

function OnItsWay({
  paper,
  onRetry,
  onStop,
}: {
  paper: PaperOnItsWay;
  onRetry: (paper: PaperOnItsWay) => void;
  onStop: (paper: PaperOnItsWay) => void;
}) {
  const percent = Math.round(paper.share * 100);
  return (
    <span className={classes.onItsWay}>
      {paper.failure === null ? (
        <>
          <progress max={100} value={percent} aria-label={`${paper.file.name} on its way`} />
          {percent < 100 ? `${percent}%` : 'Filing…'}
        </>
      ) : (
        <>
          <span className={classes.failure} role="alert" title={paper.failure}>
            {paper.failure}
          </span>
          <button type="button" aria-label="Try again" onClick={() => onRetry(paper)}>
            <IconRefresh size={14} stroke={1.75} />
          </button>
        </>
      )}
      <button type="button" aria-label={paper.failure === null ? 'Stop' : 'Forget it'} onClick={() => onStop(paper)}>
        <IconX size={14} stroke={1.75} />
      </button>
    </span>
  );
}
