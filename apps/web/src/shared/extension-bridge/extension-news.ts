import { ExtensionMessage, type ExtensionNews, newsMarker } from '@headhaul/contracts/extension-messages';

/**
 * What the extension says without being asked. Any script on this page could say the same, so a listener may only fetch something anew.
 */
export function listenToExtension(listener: (news: ExtensionNews) => void): () => void {
  const receive = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window || origin !== window.location.origin || typeof data !== 'object' || data === null) return;
    const { fx, v, msg } = data as Record<string, unknown>;
    if (fx !== newsMarker || v !== 1) return;
    const parsed = ExtensionMessage.safeParse(msg);
    if (!parsed.success || parsed.data.type === 'PONG' || parsed.data.type === 'ACK' || parsed.data.type === 'NACK') return;
    listener(parsed.data);
  };
  window.addEventListener('message', receive);
  return () => window.removeEventListener('message', receive);
}
