import { otherValue } from '../../../../contract/constants.ts';
import { countPropertyBytes } from '../../../../contract/rules/properties/property-bytes.ts';
import type { LabeledCounter } from '../../../platform/metrics/metrics.ts';
import { unknownUserAgent } from '../agent/user-agent.ts';
import type { EventRow } from '../event-batch.ts';
import { CompanyLimits, toPropertyBytesLimit } from './company-limits.ts';
import { DistinctValues } from './distinct-values.ts';

const dayMs = 86_400_000;

/** Maximum number of different browsers, systems, versions and languages of a company per day. Senders can invent names. */
const browserNames = { max: 100, addressMax: 20, windowMs: dayMs, hashesMax: 50_000 };
const browserVersions = { max: 500, addressMax: 50, windowMs: dayMs, hashesMax: 50_000 };
const eventNames = { max: 200, addressMax: 50, windowMs: dayMs, hashesMax: 50_000 };
const propertyNames = { max: 200, addressMax: 50, windowMs: dayMs, hashesMax: 50_000 };

export interface ValueLimitsOptions {
  /** Different values of each limited column of one company per day. */
  distinctValuesPerDay: number;
  /** Bytes of properties of one company per day. The same ones may be sent again and again. */
  propertyBytesPerDay: number;
}

/**
 * Replaces values of a company by "(other)" once it has too many different ones in a day, so that invented names
 * neither fill the database nor hide the real ones. Leaves out properties once those of the day are too large.
 */
export class ValueLimits {
  readonly #replaced: LabeledCounter;
  /** Distinct addresses and campaigns: as many as the operator allows. */
  readonly #paths: DistinctValues;
  readonly #referrers: DistinctValues;
  readonly #referrerPages: DistinctValues;
  readonly #campaigns: DistinctValues;
  readonly #propertyValues: DistinctValues;
  readonly #browsers = new DistinctValues(browserNames);
  readonly #systems = new DistinctValues(browserNames);
  readonly #languages = new DistinctValues(browserNames);
  readonly #versions = new DistinctValues(browserVersions);
  readonly #eventNames = new DistinctValues(eventNames);
  readonly #propertyNames = new DistinctValues(propertyNames);
  readonly #propertyBytes: CompanyLimits;

  constructor({ distinctValuesPerDay, propertyBytesPerDay }: ValueLimitsOptions, replaced: LabeledCounter) {
    this.#replaced = replaced;
    this.#propertyBytes = new CompanyLimits(toPropertyBytesLimit(propertyBytesPerDay));
    const values = {
      max: distinctValuesPerDay,
      addressMax: Math.max(50, Math.floor(distinctValuesPerDay / 10)),
      windowMs: dayMs,
    };
    this.#paths = new DistinctValues(values);
    this.#referrers = new DistinctValues(values);
    const fewer = { ...values, hashesMax: 200_000 };
    this.#referrerPages = new DistinctValues(fewer);
    this.#campaigns = new DistinctValues(fewer);
    this.#propertyValues = new DistinctValues(fewer);
  }

  /** Replaces what exceeds a limit in the row. Returns whether its properties were too large, and left out. */
  apply(row: EventRow, address: string, nowMs: number): boolean {
    const id = row.company_id;
    row.path = this.limitPath(id, row.path, address, nowMs);
    if (row.referrer_host !== '') this.#limitReferrer(row, address, nowMs);
    if (row.browser !== unknownUserAgent && !this.#browsers.admit(id, row.browser, address, nowMs)) {
      this.#replaced.add('browser');
      row.browser = unknownUserAgent;
      row.browser_version = undefined;
    }
    if (row.os !== unknownUserAgent && !this.#systems.admit(id, row.os, address, nowMs)) {
      this.#replaced.add('os');
      row.os = unknownUserAgent;
      row.os_version = undefined;
    }
    if (
      row.browser_version !== undefined &&
      !this.#versions.admit(id, `b ${row.browser_version}`, address, nowMs)
    )
      row.browser_version = this.#replace('browser-version');
    if (row.os_version !== undefined && !this.#versions.admit(id, `o ${row.os_version}`, address, nowMs))
      row.os_version = this.#replace('os-version');
    if (row.language !== undefined && !this.#languages.admit(id, row.language, address, nowMs))
      row.language = this.#replace('language');
    this.#limitCampaign(row, address, nowMs);
    if (row.event_name !== undefined && !this.#eventNames.admit(id, row.event_name, address, nowMs))
      row.event_name = this.#replace('event');
    if (row.properties === undefined) return false;
    this.#limitProperties(row, address, nowMs);
    return this.#leaveOutProperties(row, address, nowMs);
  }

  limitPath(companyId: string, path: string, address: string, nowMs: number): string {
    return path === '' || this.#paths.admit(companyId, path, address, nowMs) ? path : this.#replace('path');
  }

  #limitReferrer(row: EventRow, address: string, nowMs: number): void {
    const { company_id: id, referrer_host: host } = row;
    if (!this.#referrers.admit(id, host, address, nowMs)) {
      // The source of an unknown site is its host.
      if (row.source === host) row.source = otherValue;
      row.referrer_host = this.#replace('referrer');
      row.referrer_path = '';
    } else if (!this.#referrerPages.admit(id, host + row.referrer_path, address, nowMs)) {
      this.#replaced.add('referrer-path');
      row.referrer_path = '';
    }
  }

  #limitCampaign(row: EventRow, address: string, nowMs: number): void {
    const id = row.company_id;
    const admits = (field: string, value: string) =>
      this.#campaigns.admit(`${id} ${field}`, value, address, nowMs);
    if (row.utm_source !== undefined && !admits('source', row.utm_source)) {
      if (row.source === row.utm_source) row.source = otherValue;
      row.utm_source = this.#replace('utm-source');
    }
    if (row.utm_medium !== undefined && !admits('medium', row.utm_medium))
      row.utm_medium = this.#replace('utm-medium');
    if (row.utm_campaign !== undefined && !admits('campaign', row.utm_campaign))
      row.utm_campaign = this.#replace('utm-campaign');
    if (row.utm_term !== undefined && !admits('term', row.utm_term)) row.utm_term = this.#replace('utm-term');
    if (row.utm_content !== undefined && !admits('content', row.utm_content))
      row.utm_content = this.#replace('utm-content');
  }

  /** Properties with a name too many are left out; values too many are replaced. */
  #limitProperties(row: EventRow, address: string, nowMs: number): void {
    const id = row.company_id;
    const kept: [string, string | number | boolean][] = [];
    for (const [name, value] of Object.entries(row.properties ?? {})) {
      if (!this.#propertyNames.admit(id, name, address, nowMs)) {
        this.#replaced.add('property');
        continue;
      }
      const isAdmitted = this.#propertyValues.admit(`${id} ${name}`, String(value), address, nowMs);
      kept.push([name, isAdmitted ? value : this.#replace('property')]);
    }
    row.properties = kept.length > 0 ? Object.fromEntries(kept) : undefined;
  }

  #leaveOutProperties(row: EventRow, address: string, nowMs: number): boolean {
    if (row.properties === undefined) return false;
    const bytes = countPropertyBytes(row.properties);
    if (this.#propertyBytes.consume(row.company_id, address, bytes, nowMs) === 0) return false;
    this.#replaced.add('properties');
    row.properties = undefined;
    return true;
  }

  #replace(dimension: string): string {
    this.#replaced.add(dimension);
    return otherValue;
  }
}
