import { documentEndpoints, documentKindLabels, type LoadDocument } from '@headhaul/contracts/documents';
import type { Load } from '@headhaul/contracts/loads/record';
import { ActionIcon, Button, Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconDownload, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { saveFile } from '../../../../shared/api/save-file.ts';
import { notify } from '../../../../shared/notify.ts';
import { callSignedIn } from '../../../../shared/session/signed-in-call.ts';
import { loadDetailsApi } from '../details.api.ts';
import classes from './preview.module.css';

interface PreviewProps {
  load: Load;
  documentId: string;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** One document as large as the screen allows. The left and right arrow keys show the others. */
export default function Preview({ load, documentId, onShow, onClose }: PreviewProps) {
  const { documents, loadNumber } = load;
  const [isAsking, setAsking] = useState(false);
  const [remove, { isLoading: isRemoving }] = loadDetailsApi.useRemoveLoadDocumentMutation();
  const index = documents.findIndex(({ id }) => id === documentId);
  const document = documents[index];
  // Close when somebody removed the document while it was open.
  useEffect(() => {
    if (document === undefined) onClose();
  }, [document, onClose]);
  const step = (delta: number) => {
    const next = documents[index + delta];
    setAsking(false);
    if (next !== undefined) onShow(next.id);
  };
  // The window handles the arrow keys, because the dialog has no key handler.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'ArrowLeft') step(-1);
    if (key === 'ArrowRight') step(1);
  });
  if (document === undefined) return null;

  const save = () =>
    saveFile(documentEndpoints.getDocumentContent, { params: { documentId } }, document.fileName).catch(() =>
      notify('error', 'Couldn’t download the file. Please try again.'),
    );
  const removeIt = async () => {
    const { error } = await remove({ loadId: load.id, documentId });
    if (error === undefined) onClose();
  };

  return (
    <Modal.Root opened onClose={onClose} size="min(960px, 96vw)" padding={0} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>
            {documentKindLabels[document.kind]} <span>{document.fileName}</span>
          </Modal.Title>
          {documents.length > 1 ? (
            <>
              <ActionIcon aria-label="Previous document" disabled={index === 0} onClick={() => step(-1)}>
                <IconChevronLeft size={18} stroke={1.75} />
              </ActionIcon>
              <span className={classes.count}>
                {index + 1} of {documents.length}
              </span>
              <ActionIcon aria-label="Next document" disabled={index === documents.length - 1} onClick={() => step(1)}>
                <IconChevronRight size={18} stroke={1.75} />
              </ActionIcon>
            </>
          ) : null}
          <Button size="xs" variant="default" leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => void save()}>
            Download
          </Button>
          {load.deletedAt === null ? (
            <ActionIcon aria-label="Remove this document" onClick={() => setAsking(true)}>
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          ) : null}
          <Modal.CloseButton aria-label="Close" />
        </div>
        {isAsking ? (
          <div className={classes.ask} role="alert">
            Remove this {documentKindLabels[document.kind]} from load {loadNumber}?
            <Button size="xs" variant="default" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button size="xs" color="stop.6" loading={isRemoving} onClick={() => void removeIt()}>
              Remove
            </Button>
          </div>
        ) : null}
        <DocumentFrame key={document.id} document={document} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Fetches the bytes with the access token and keeps them in this tab only. The browser's own viewer shows a PDF. */
function DocumentFrame({ document: { id, contentType, fileName } }: { document: LoadDocument }) {
  const [address, setAddress] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let made: string | null = null;
    let isGone = false;
    callSignedIn(documentEndpoints.getDocumentContent, { params: { documentId: id } }).then(
      (blob) => {
        if (isGone) return;
        // Use the content type that the server recorded, never the one that the file claims.
        made = URL.createObjectURL(new Blob([blob as Blob], { type: contentType }));
        setAddress(made);
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id, contentType]);

  return (
    <div className={classes.sheet}>
      {isFailed ? <p>Couldn’t load the document. Close this and try again.</p> : null}
      {address === null && !isFailed ? <p>Getting the document…</p> : null}
      {address === null ? null : contentType === 'application/pdf' ? (
        <iframe src={`${address}#navpanes=0&view=FitH`} title={fileName} />
      ) : (
        <img src={address} alt={fileName} />
      )}
    </div>
  );
}
