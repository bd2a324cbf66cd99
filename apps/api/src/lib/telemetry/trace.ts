import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/**
 * We make all spans by hand (request, tenant transaction, tenant read, job). No module is patched, and a span has only the
 * attributes that we set, so no query string, header or payload can get into a trace.
 */
export interface Tracing {
  span<T>(name: string, attributes: Record<string, string | number>, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function createTracing(endpoint: string | undefined): Tracing {
  if (!endpoint) return { span: (_name, _attributes, work) => work(), close: async () => {} };
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
  const tracer = provider.getTracer('headhaul');
  const current = new AsyncLocalStorage<Span>();
  return {
    async span(name, attributes, work) {
      const parent = current.getStore();
      const span = tracer.startSpan(name, { attributes }, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
      try {
        return await current.run(span, work);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
        throw error;
      } finally {
        span.end();
      }
    },
    close: () => provider.shutdown(),
  };
}
