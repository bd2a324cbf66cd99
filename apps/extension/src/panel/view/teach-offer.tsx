import { useTeach } from '../../popup/use-teach.ts';

const gains = [
  'Rate per mile with deadhead',
  'Broker rating and days to pay',
  'Email in one click, when the page shows the address',
  'Filters and matches',
];

/** Beside a page that nobody has taught yet. Which page that is the browser says only after a click on our icon there. */
export function TeachOffer() {
  const teach = useTeach(() => undefined);
  const { view } = teach;
  if (view === null || view.page !== 'NEW' || view.isQuiet) return null;
  const { host, fault, offer } = view;
  return (
    <section className="teach-offer" aria-labelledby="teach-offer">
      <h2 id="teach-offer">{offer === null ? "We don't know this page yet" : 'Your company reads this page'}</h2>
      {offer === null ? (
        <>
          <p>
            Is {host} a load board? Show Headhaul where things are, and it works here like on your other boards. It takes about a minute.
          </p>
          <h3>What you get on each row</h3>
          <ul>
            {gains.map((gain) => (
              <li key={gain}>{gain}</li>
            ))}
          </ul>
          <p className="teach-offer-small">We read only the rows on your screen. We don't click, scroll or search for you.</p>
        </>
      ) : (
        <p>{`${offer.taughtBy ?? 'Somebody of your team'} taught it. Allow this site?`}</p>
      )}
      <p className="teach-offer-fault" role="status">
        {fault === null ? '' : `${host} can't be read. Other tabs still work.`}
      </p>
      <button type="button" className="button button-filled" onClick={() => teach.start(offer === null ? 'TEACH' : 'USE')}>
        {offer === null ? 'Teach this board' : 'Allow'}
      </button>
      <button type="button" className="button button-plain" onClick={() => teach.setQuiet(true)}>
        Don't offer on this site
      </button>
    </section>
  );
}
