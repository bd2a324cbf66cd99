import { type DocumentKind, documentEndpoints, LoadDocument, maxDocumentBytes } from '@headhaul/contracts/documents';
import { toWire } from '@headhaul/contracts/http/call';
import { Problem } from '@headhaul/contracts/http/errors';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { apiBase } from '../../../../shared/api/api-base.ts';
import { endSession } from '../../../../shared/session/end-session.ts';
import { refreshSession } from '../../../../shared/session/refresh-session.ts';
import { getSession } from '../../../../shared/session/session-store.ts';
import { hitLimitOf, openPricing } from '../../../pricing/pricing-dialog.public.ts';
import type { CacheDispatch } from '../../cache/cached-loads.ts';
import { refreshLoad } from '../../cache/live-updates.ts';
import { noteOwnChange } from '../../cache/local-echo.ts';

/** The accepted file types. A phone's camera gives pictures. */
export const acceptedFiles = 'application/pdf,image/jpeg,image/png,image/webp';

interface NewDocument {
  loadId: string;
  kind: DocumentKind;
  file: File;
}

interface Sending {
  signal: AbortSignal;
  /** 0 to 1 */
  onProgress: (share: number) => void;
}

function attempt({ loadId, kind, file }: NewDocument, accessToken: string, { signal, onProgress }: Sending): Promise<XMLHttpRequest> {
  const { method, path, body } = toWire(documentEndpoints.uploadLoadDocument, { params: { id: loadId }, body: { kind, file } });
  return new Promise((resolve, reject) => {
    // Only XMLHttpRequest reports how much has been sent.
    const request = new XMLHttpRequest();
    request.open(method, `${apiBase}${path}`);
    request.setRequestHeader('authorization', `Bearer ${accessToken}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(request);
    request.onerror = () => reject(new Error('No answer from Headhaul. Check your internet connection and try again.'));
    request.onabort = () => reject(new DOMException('Stopped', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Uploads one document of a load. On failure it throws an error whose message is a sentence for people. */
export async function uploadLoadDocument(doc: NewDocument, sending: Sending): Promise<LoadDocument> {
  if (doc.file.size > maxDocumentBytes) throw new Error(`${doc.file.name} is larger than ${maxDocumentBytes / 1024 / 1024} MB.`);
  const accessToken = getSession()?.token.accessToken ?? '';
  let answer = await attempt(doc, accessToken, sending);
  if (answer.status === 401) {
    const outcome = await refreshSession(accessToken);
    if (outcome === 'refreshed') answer = await attempt(doc, getSession()?.token.accessToken ?? '', sending);
    if (answer.status === 401 && outcome !== 'unreachable') endSession('refresh_failed');
  }
  if (answer.status === 409) endSession('session_conflict');
  const body = parseJson(answer.responseText);
  const document = LoadDocument.safeParse(body);
  if (answer.status < 300 && document.success) return document.data;
  const limit = hitLimitOf({ data: body });
  if (limit !== null) openPricing(limit);
  throw new Error(Problem.safeParse(body).data?.detail ?? 'The file could not be stored. Please try again.');
}

/** A document that is being uploaded, or whose upload failed. */
export interface PendingUpload {
  id: string;
  kind: DocumentKind;
  file: File;
  share: number;
  failure: string | null;
}

/** The uploads of a load's documents. */
export function useDocumentUploads(loadId: string) {
  const dispatch = useDispatch<CacheDispatch>();
  const [onTheWay, setOnTheWay] = useState<readonly PendingUpload[]>([]);
  const aborts = useRef(new Map<string, AbortController>());

  const change = (id: string, part: Partial<PendingUpload>) =>
    setOnTheWay((documents) => documents.map((doc) => (doc.id === id ? { ...doc, ...part } : doc)));
  const drop = (id: string) => setOnTheWay((documents) => documents.filter((doc) => doc.id !== id));

  const send = async ({ id, kind, file }: PendingUpload) => {
    const abort = new AbortController();
    aborts.current.set(id, abort);
    change(id, { share: 0, failure: null });
    try {
      noteOwnChange(loadId);
      await uploadLoadDocument({ loadId, kind, file }, { signal: abort.signal, onProgress: (share) => change(id, { share }) });
      noteOwnChange(loadId);
      await refreshLoad(dispatch, loadId);
      drop(id);
    } catch (failure) {
      if (abort.signal.aborted) drop(id);
      else change(id, { failure: (failure as Error).message });
    }
  };

  const start = (kind: DocumentKind, files: Iterable<File>) => {
    for (const file of files) {
      const doc = { id: crypto.randomUUID(), kind, file, share: 0, failure: null };
      setOnTheWay((documents) => [...documents, doc]);
      void send(doc);
    }
  };

  return {
    onTheWay,
    start,
    retry: (doc: PendingUpload) => void send(doc),
    /** Cancels a running upload, or removes a failed one from the list. */
    stop: (doc: PendingUpload) => (doc.failure === null ? aborts.current.get(doc.id)?.abort() : drop(doc.id)),
  };
}
