import type { Broker, BrokerMark } from '@headhaul/contracts/brokers';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { notifyUndo } from '../../../shared/notify-undo.tsx';
import { brokersApi } from '../brokers.api.ts';

const BlockDialog = lazy(() => import('./block-dialog.tsx'));

type Marked = Pick<Broker, 'id' | 'name' | 'mark' | 'markReason'>;

const doneLabels: Record<BrokerMark, string> = { PREFERRED: 'Preferred', BLOCKED: 'Blocked', NONE: 'Mark removed' };

/** Marks a broker at once and offers Undo. Blocking asks for a reason first. */
export function useMarkBroker(): { mark: (broker: Marked, mark: BrokerMark) => void; dialogs: ReactNode } {
  const [send] = brokersApi.useMarkBrokerMutation();
  const [asked, setAsked] = useState<Marked | null>(null);

  const save = async (broker: Marked, mark: BrokerMark, reason: string) => {
    const params = { id: broker.id };
    const { error } = await send({ params, body: { mark, reason } });
    if (error !== undefined) return;
    notifyUndo({
      title: doneLabels[mark],
      line: broker.name,
      onUndo: () => void send({ params, body: { mark: broker.mark, reason: broker.markReason ?? '' } }),
    });
  };

  return {
    mark: (broker, mark) => {
      if (mark === 'BLOCKED') setAsked(broker);
      else void save(broker, mark, '');
    },
    dialogs:
      asked === null ? null : (
        <Suspense>
          <BlockDialog
            name={asked.name}
            onClose={() => setAsked(null)}
            onBlock={(reason) => {
              setAsked(null);
              void save(asked, 'BLOCKED', reason);
            }}
          />
        </Suspense>
      ),
  };
}
