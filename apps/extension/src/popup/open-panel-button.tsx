/** To the side panel, which shows the load that was opened last. */
export function OpenPanelButton({ onOpen }: { onOpen: () => void }) {
  return (
    <section className="block open-panel">
      <p className="board-line">Profit, broker facts and saving for the load you opened.</p>
      <button type="button" className="button button-line" onClick={onOpen}>
        Side panel
      </button>
    </section>
  );
}
