import type { LiveNews } from '../messages.ts';

type Listener<T> = (value: T) => void;

function createEvent<T>() {
  const listeners: Listener<T>[] = [];
  return {
    addListener: (listener: Listener<T>) => void listeners.push(listener),
    emit: (value: T) => {
      for (const listener of listeners) listener(value);
    },
  };
}

/** One end of a port. The test is at the other. */
export function createPort(name = 'live', sender: { id?: string; origin?: string } = {}) {
  const onMessage = createEvent<unknown>();
  const onDisconnect = createEvent<void>();
  const port = {
    name,
    sender,
    onMessage,
    onDisconnect,
    /** What this end has said. */
    said: [] as unknown[],
    isClosed: false as boolean,
    postMessage(message: unknown) {
      if (port.isClosed) throw new Error('Attempting to use a disconnected port object');
      port.said.push(message);
    },
    /** A browser tells the other end alone. */
    disconnect() {
      port.isClosed = true;
    },
    /** The other end speaks. */
    hear: (news: LiveNews | number) => onMessage.emit(news),
    /** The other end is gone. */
    lose() {
      port.isClosed = true;
      onDisconnect.emit();
    },
  };
  return port;
}

/** For pages whose worker never says anything. */
export const connectNobody = () => createPort();
