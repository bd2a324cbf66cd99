import { toastAutoCloseMs, toastDragPercent, toastLimit } from '@headhaul/contracts/constants';
import { type ToastContainerProps, toast } from 'react-toastify/unstyled';

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

const defaultTexts: Record<NoticeType, string> = {
  success: 'All is good',
  error: 'Something went wrong',
  warning: 'Error',
  info: 'Please wait...',
  default: 'Please wait...',
};

/** Shows a toast. The same words are never on screen twice at once. */
export function notify(type: NoticeType, message: string = defaultTexts[type]): void {
  toast(message, { type, toastId: `${type}:${message}` });
}
