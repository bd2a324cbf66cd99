import { toastAutoCloseMs, toastDragPercent, toastLimit, toastPendingTemporaryMs } from '@headhaul/contracts/constants';
import { type ToastContainerProps, toast } from 'react-toastify/unstyled';
import { showBackdrop } from './backdrop.ts';
import { specTexts } from './spec-texts.ts';

export type NoticeType = 'success' | 'error' | 'warning' | 'info' | 'default';

export const toastSettings: ToastContainerProps = {
  position: 'top-right',
  autoClose: toastAutoCloseMs,
  limit: toastLimit,
  closeButton: true,
  pauseOnHover: true,
  pauseOnFocusLoss: true,
  draggable: true,
  draggablePercent: toastDragPercent,
  theme: 'light',
};

const { notices } = specTexts;
const defaultTexts: Record<NoticeType, string> = {
  success: notices.success,
  error: notices.error,
  warning: notices.warning,
  info: notices.pending,
  default: notices.pending,
};

/** Shows a toast. The same words are never on screen twice at once. */
export function notify(type: NoticeType, message: string = defaultTexts[type]): void {
  toast(message, { type, toastId: `${type}:${message}` });
}

export interface PendingNotice {
  /** Shows how it ended. The toast then closes by itself. */
  update: (type: NoticeType, message?: string) => void;
  close: () => void;
}

/** A toast that stays until the action has ended. With `hideBackdrop: false` the page is covered until then. */
export function notifyPending({ message = notices.pending, hideBackdrop = true }: { message?: string; hideBackdrop?: boolean } = {}) {
  const uncover = hideBackdrop ? () => undefined : showBackdrop();
  const id = toast(message, { type: 'warning', autoClose: false });
  return {
    update: (type, text = defaultTexts[type]) => {
      uncover();
      toast.update(id, { render: text, type, autoClose: toastPendingTemporaryMs });
    },
    close: () => {
      uncover();
      toast.dismiss(id);
    },
  } satisfies PendingNotice;
}
