import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What one process measures. Labels hold route patterns and names, never ids or addresses. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    httpDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request’s arrival to its answer',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    refreshes: new Counter({
      name: 'sessions_refreshed_total',
      help: 'Refresh calls by outcome',
      labelNames: ['outcome'] as const,
      registers,
    }),
    rateLimited: new Counter({
      name: 'rate_limited_total',
      help: 'Requests refused by a rate limit',
      labelNames: ['limit'] as const,
      registers,
    }),
    requestsShed: new Counter({ name: 'requests_shed_total', help: 'Requests refused because the process was behind', registers }),
    providerCalls: new Histogram({
      name: 'provider_call_seconds',
      help: 'Requests to outside services by provider and outcome: the class of the status, 429, or failed without an answer',
      labelNames: ['provider', 'outcome'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    providerQuestions: new Counter({
      name: 'provider_questions_total',
      help: 'Questions to outside services by provider and outcome; one question may take several requests, or none',
      labelNames: ['provider', 'outcome'] as const,
      registers,
    }),
    liveConnections: new Gauge({ name: 'live_connections', help: 'Open live-event streams', registers }),
    jobs: new Counter({ name: 'jobs_total', help: 'Jobs by name and outcome', labelNames: ['job', 'outcome'] as const, registers }),
    jobDuration: new Histogram({
      name: 'job_duration_seconds',
      help: 'Time a job ran',
      labelNames: ['job'] as const,
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
      registers,
    }),
    jobsWaiting: new Gauge({ name: 'jobs_waiting', help: 'Jobs due and not yet taken', registers }),
    mails: new Counter({
      name: 'mails_total',
      help: 'Mails to brokers by provider’s answer; unknown: nobody can say',
      labelNames: ['outcome'] as const,
      registers,
    }),
    mailsWaiting: new Gauge({ name: 'mails_waiting', help: 'Mails that have not left', registers }),
    mailsOldestDue: new Gauge({ name: 'mails_oldest_due_seconds', help: 'How long the first of them could have left', registers }),
    mailsTakenOver: new Counter({ name: 'mails_taken_over_total', help: 'Mails left at a provider by a worker that died', registers }),
    forgettingsLate: new Counter({
      name: 'forgettings_late_total',
      help: 'Companies that name somebody more than a day after they deleted the account, counted once a day',
      registers,
    }),
    jobsTakenOver: new Counter({ name: 'jobs_taken_over_total', help: 'Workers found dead whose jobs were released', registers }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
