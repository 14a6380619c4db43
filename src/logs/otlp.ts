import { ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api';
import { type LogAttributes, SeverityNumber } from '@opentelemetry/api-logs';
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonLogsSerializer, LogsExporterMetricsHelper } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { waitAtMost } from '../lib/wait-at-most.ts';
import { serviceAttributes } from '../service-attributes.ts';
import type { Logs, LogsSettings } from './logs.ts';

/** At a stop, for the last lines to reach a collector, which may be away. */
const FLUSH_MS = 3_000;

/** Pino's levels. */
const SEVERITIES: Readonly<Record<number, readonly [SeverityNumber, string]>> = {
  10: [SeverityNumber.TRACE, 'TRACE'],
  20: [SeverityNumber.DEBUG, 'DEBUG'],
  30: [SeverityNumber.INFO, 'INFO'],
  40: [SeverityNumber.WARN, 'WARN'],
  50: [SeverityNumber.ERROR, 'ERROR'],
  60: [SeverityNumber.FATAL, 'FATAL'],
};

/** Sends the lines in batches, as OTLP in JSON: the same that standard output has, and nothing more. */
export function openOtlpLogs({ endpoint, serviceName }: LogsSettings): Logs {
  const options = convertLegacyHttpOptions({ url: `${endpoint}/v1/logs` }, 'LOGS', 'v1/logs', { 'Content-Type': 'application/json' });
  const exporter = new OTLPExporterBase(
    createOtlpHttpExportDelegate(options, JsonLogsSerializer, 'otlp_http_log_exporter', LogsExporterMetricsHelper, undefined),
  );
  const provider = new LoggerProvider({
    resource: resourceFromAttributes(serviceAttributes(serviceName)),
    processors: [new BatchLogRecordProcessor({ exporter })],
  });
  const logger = provider.getLogger('svc');
  return {
    note(line) {
      const { level, time, pid: _, hostname: __, msg, traceId, spanId, ...facts } = JSON.parse(line) as Line;
      const [severityNumber, severityText] = SEVERITIES[level] ?? [SeverityNumber.UNSPECIFIED, ''];
      const isTraced = traceId !== undefined && spanId !== undefined;
      logger.emit({
        timestamp: time,
        severityNumber,
        severityText,
        body: msg,
        attributes: facts,
        ...(isTraced
          ? { context: trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: false }) }
          : {}),
      });
    },
    async close() {
      await waitAtMost(
        FLUSH_MS,
        provider.shutdown().catch(() => undefined),
      );
    },
  };
}

type Line = LogAttributes & {
  readonly level: number;
  readonly time: number;
  readonly pid?: number;
  readonly hostname?: string;
  readonly msg?: string;
  readonly traceId?: string;
  readonly spanId?: string;
};
