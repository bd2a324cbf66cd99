import { type CompanyPage, siteOf } from '@headhaul/contracts/boards/taught-pages';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../shared/notify.ts';
import { Ago } from '../../shared/time/ago.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { StatePill } from '../../shared/ui/state-pill.tsx';
import page from './extension-page.module.css';
import { stepsOf, TaughtPageReview } from './taught-page-review.tsx';
import { taughtPagesApi } from './taught-pages.api.ts';
import classes from './taught-pages.module.css';

/** Pages of boards that people of the team have taught: offers, to which the owner says yes or no, and what the company reads. */
export function TaughtPages() {
  const { data, isError, isFetching, refetch } = taughtPagesApi.useListCompanyPagesQuery(undefined, { refetchOnMountOrArgChange: 60 });
  if (data === undefined) {
    return isError ? (
      <section aria-labelledby="taught-pages-title">
        <Title />
        <p role="alert">We could not look up the pages of your team.</p>
        <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </section>
    ) : null;
  }
  if (data.pages.length === 0) return null;
  return (
    <section aria-labelledby="taught-pages-title">
      <Title />
      <p className={classes.hint}>
        {data.mayDecide
          ? 'Say yes, and the extension of everyone on your team can read the page the same way. Each person’s browser asks them first, except on boards that Headhaul reads anyway.'
          : 'The team owner says which of them everyone’s extension reads.'}
      </p>
      <ul className={classes.list}>
        {data.pages.map((one) => (
          <TaughtPage key={one.id} taught={one} mayDecide={data.mayDecide} />
        ))}
      </ul>
    </section>
  );
}

function Title() {
  return (
    <h2 id="taught-pages-title" className={page.sectionTitle}>
      Pages your team taught
    </h2>
  );
}

function TaughtPage({ taught, mayDecide }: { taught: CompanyPage; mayDecide: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const site = siteOf(taught);
  const { learned } = taught;
  const by = taught.isYours ? 'you' : (taught.taughtBy ?? 'somebody who left');
  return (
    <li className={classes.item} aria-label={site}>
      <div className={classes.head}>
        <div className={classes.what}>
          <b>{site}</b>
          <span>
            Taught by {by} · <Ago at={taught.offeredAt} /> ·{' '}
            {learned === null ? 'can’t be read any more' : `${stepsOf(learned).length} fields`}
          </span>
        </div>
        {taught.agreedAt === null ? <StatePill words="Waiting" tone="warn" /> : <StatePill words="Shared" tone="ok" />}
        {mayDecide ? <Answers taught={taught} site={site} onTakeBack={() => setAsking(true)} /> : null}
      </div>
      {learned === null ? (
        <p className={classes.hint}>Headhaul has changed since it was taught, so nobody’s extension reads it. Have it taught again.</p>
      ) : (
        <details className={classes.details}>
          <summary>What it reads</summary>
          <TaughtPageReview learned={learned} />
        </details>
      )}
      {isAsking ? <TakeBackDialog id={taught.id} site={site} onClose={() => setAsking(false)} /> : null}
    </li>
  );
}

function Answers({ taught: { id, agreedAt, learned }, site, onTakeBack }: { taught: CompanyPage; site: string; onTakeBack: () => void }) {
  const [agree, agreeing] = taughtPagesApi.useAgreeToPageMutation();
  const [remove, removing] = taughtPagesApi.useRemoveCompanyPageMutation();
  const isBusy = agreeing.isLoading || removing.isLoading;
  if (agreedAt !== null && learned !== null) {
    return (
      <Button variant="default" size="sm" aria-label={`Stop sharing ${site}`} onClick={onTakeBack}>
        Stop sharing
      </Button>
    );
  }
  const say = async (isYes: boolean) => {
    const { error } = await (isYes ? agree : remove)({ params: { id } });
    if (error === undefined) notify('success', isYes ? `Your team can read ${site} now` : `${site} isn’t shared`);
  };
  if (learned === null) {
    return (
      <Button variant="default" size="sm" loading={isBusy} aria-label={`Remove ${site}`} onClick={() => void say(false)}>
        Remove
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" size="sm" disabled={isBusy} aria-label={`Don’t share ${site}`} onClick={() => void say(false)}>
        No
      </Button>
      <Button
        size="sm"
        loading={agreeing.isLoading}
        disabled={isBusy}
        aria-label={`Share ${site} with the team`}
        onClick={() => void say(true)}
      >
        Yes, share it
      </Button>
    </>
  );
}

function TakeBackDialog({ id, site, onClose }: { id: string; site: string; onClose: () => void }) {
  const [remove, { isLoading }] = taughtPagesApi.useRemoveCompanyPageMutation();
  const confirm = async () => {
    const { error } = await remove({ params: { id } });
    if (error !== undefined) return;
    notify('success', `${site} isn’t shared any more`);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Stop sharing ${site}?`}
      action="Stop sharing"
      tone="danger"
      isBusy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>Your team’s extensions stop reading it within a minute. The person who taught it keeps it on their own computer.</p>
    </ConfirmDialog>
  );
}
