import { isIP } from 'node:net';
import { parseUrl } from '../../../contract/rules/network/parse-url.ts';

/** A host that may be fetched although it is not public. Without a port: on every port. */
export interface AllowedTarget {
  host: string;
  port: number | undefined;
}

const form = /^(?:\[([\da-f:.]+)\]|([^\s:/[\]]+))(?::(\d{1,5}))?$/i;

/** Reads `localhost:8080`, `10.0.0.7` or `[::1]:8080`. Undefined for anything else. */
export function toAllowedTarget(text: string): AllowedTarget | undefined {
  const bare = isIP(text) === 6 ? `[${text}]` : text;
  const [, bracketed, plain, port] = form.exec(bare) ?? [];
  const given = bracketed === undefined ? plain : `[${bracketed}]`;
  // As the URL parser returns it, in which every address has one spelling.
  const host = given === undefined ? undefined : parseUrl(`http://${given}`)?.hostname;
  if (host === undefined) return undefined;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return undefined;
  return { host, port: port === undefined ? undefined : Number(port) };
}

/** The port that an exception names for a host; undefined if no exception names one. Only the first exception of the host counts. */
export function findAllowedPort(allowed: readonly AllowedTarget[], host: string): number | undefined {
  return allowed.find((target) => target.host === host)?.port;
}

/** Whether a URL's host, by its name, may be fetched although it is not public. */
export function isAllowedTarget(allowed: readonly AllowedTarget[], url: URL, port: number): boolean {
  return allowed.some(
    (target) => target.host === url.hostname && (target.port === undefined || target.port === port),
  );
}
