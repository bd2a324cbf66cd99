import { type KeyboardEvent, useState } from 'react';

const tabs = ['matches', 'filters', 'load'] as const;
export type PanelTab = (typeof tabs)[number];
const labels: Record<PanelTab, string> = { matches: 'Matches', filters: 'Filters', load: 'Load' };

/** A row that is opened on the board shows at once, whatever was shown before. `openKey` is null while no row was opened. */
export function usePanelTab(openKey: string | null): { tab: PanelTab; choose: (tab: PanelTab) => void } {
  const [chosen, setChosen] = useState<{ tab: PanelTab; at: string | null } | null>(null);
  const tab = chosen !== null && chosen.at === openKey ? chosen.tab : openKey === null ? 'matches' : 'load';
  return { tab, choose: (next) => setChosen({ tab: next, at: openKey }) };
}

interface TabsProps {
  tab: PanelTab;
  /** The tab with changes that aren't saved. */
  unsaved: PanelTab | null;
  onChoose: (tab: PanelTab) => void;
}

export function Tabs({ tab, unsaved, onChoose }: TabsProps) {
  function move(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const step = event.key === 'ArrowRight' ? 1 : tabs.length - 1;
    const next = tabs[(tabs.indexOf(tab) + step) % tabs.length] as PanelTab;
    onChoose(next);
    document.getElementById(`tab-${next}`)?.focus();
  }
  return (
    <div className="tabs" role="tablist" aria-label="Side panel" onKeyDown={move}>
      {tabs.map((one) => (
        <button
          key={one}
          id={`tab-${one}`}
          type="button"
          role="tab"
          aria-selected={one === tab}
          aria-controls={`page-${one}`}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onChoose(one)}
        >
          {labels[one]}
          {one === unsaved ? (
            <>
              <span className="sr-only">, unsaved changes</span>
              <span className="tab-sign" title="Unsaved changes" aria-hidden="true" />
            </>
          ) : null}
        </button>
      ))}
    </div>
  );
}
