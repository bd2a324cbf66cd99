import { useState } from 'react';
import type { DriverChoice } from '../messages.ts';
import { askWorker, useHost } from './panel-host.ts';
import { type Question, useQuestion } from './use-panel.ts';

export interface ChosenDriver extends Question<DriverChoice> {
  driverId: string | null;
  choose(driverId: string | null): void;
}

/** Whose truck loads are counted with: the one that was chosen last, here or on another load. */
export function useDriver(): ChosenDriver {
  const host = useHost();
  const drivers = useQuestion<'panel:drivers'>({ type: 'panel:drivers' });
  const [picked, setPicked] = useState<{ driverId: string | null } | null>(null);
  const chosenId = drivers.answer?.ok === true ? drivers.answer.value.chosenId : null;
  return {
    ...drivers,
    driverId: picked === null ? chosenId : picked.driverId,
    choose(driverId) {
      setPicked({ driverId });
      void askWorker(host, { type: 'panel:choose-driver', driverId });
    },
  };
}
