import type { BillingInfo } from '@headhaul/contracts/billing';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readStored, removeStored, storageKeys } from '../../shared/storage-keys.ts';
import { billingState } from '../pricing/plan-labels.public.ts';
import { billingApi } from './billing.api.ts';

/** The payment service keeps a checkout open no longer than this. */
const checkoutLifeMs = 24 * 3_600_000;
const lateMs = 60_000;
const pollMs = 3_000;
const latePollMs = 10_000;

export type PaymentOutcome =
  | { kind: 'on'; info: BillingInfo }
  /** The payment service sent the browser back, but has not told our server yet. */
  | { kind: 'waiting' | 'late' }
  /** The bank refused, or wants one more step. */
  | { kind: 'failed'; info: BillingInfo }
  /** No payment is known. The address alone does not prove one. */
  | { kind: 'none'; info: BillingInfo }
  | { kind: 'looking' | 'error' };

/** The address has the id of a checkout, and this browser opened a checkout lately. */
function isPaymentUnderWay(session: string | null): boolean {
  const openedAt = readStored(storageKeys.checkoutOpenedAt);
  return session !== null && /^cs_\w+$/.test(session) && openedAt !== null && Date.now() - openedAt < checkoutLifeMs;
}

/** The outcome of a payment as the server knows it. Live updates change it, and polling does so while a payment is expected. */
export function usePaymentOutcome(): PaymentOutcome & { refetch: () => void; isFetching: boolean } {
  const [query] = useSearchParams();
  const [isUnderWay] = useState(() => isPaymentUnderWay(query.get('session')));
  const [isLate, setLate] = useState(false);
  const [pollingInterval, setPolling] = useState(isUnderWay ? pollMs : 0);
  const {
    data: info,
    isError,
    isFetching,
    refetch,
  } = billingApi.useGetBillingInfoQuery(undefined, { pollingInterval, refetchOnFocus: true });
  const state = info === undefined ? null : billingState(info);
  const isOn = info?.hasSubscription === true && (state === 'active' || state === 'ending');

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (isOn) removeStored(storageKeys.checkoutOpenedAt);
    setPolling(isOn || !(isUnderWay || isError) ? 0 : isLate || isError ? latePollMs : pollMs);
  }, [isOn, isLate, isUnderWay, isError]);

  return { ...outcome(), refetch: () => void refetch(), isFetching };

  function outcome(): PaymentOutcome {
    if (info === undefined) return { kind: isError ? 'error' : isUnderWay ? 'waiting' : 'looking' };
    if (isOn) return { kind: 'on', info };
    if (state === 'past-due' || state === 'incomplete') return { kind: 'failed', info };
    return isUnderWay ? { kind: isLate ? 'late' : 'waiting' } : { kind: 'none', info };
  }
}
