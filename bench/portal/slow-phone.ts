import { throttling as lighthouse } from 'lighthouse/core/config/constants.js';
import type { CDPSession } from 'playwright-core';

export const phoneScreen = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} as const;

/** How slow a device and its line are. Rates in bits per second. */
export interface Slowness {
  name: string;
  latencyMs: number;
  downBits: number;
  upBits: number;
  cpuSlowdown: number;
}

/** The phone that the budgets are about. */
export const slowPhone: Slowness = {
  name: '150 ms, 1.6 Mbit/s, processor ÷ 4',
  latencyMs: 150,
  downBits: 1_600_000,
  upBits: 750_000,
  cpuSlowdown: 4,
};

/** For runs that only show whether the suite works. */
export const fastPhone: Slowness = {
  name: 'not throttled',
  latencyMs: 1,
  downBits: 1e9,
  upBits: 1e9,
  cpuSlowdown: 1,
};

const slow4g = lighthouse.mobileSlow4G;
/** The throttling of Lighthouse for the same line, which adds the connecting that browsers do not throttle to each request. */
export const lighthousePhone: Slowness = {
  name: 'as Lighthouse throttles',
  latencyMs: slow4g.requestLatencyMs,
  downBits: slow4g.downloadThroughputKbps * 1024,
  upBits: slow4g.uploadThroughputKbps * 1024,
  cpuSlowdown: slow4g.cpuSlowdownMultiplier,
};

/** The slow processor alone, for lines that are slow by themselves. */
export async function slowDownProcessor(session: CDPSession, { cpuSlowdown }: Slowness): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/**
 * Throttles as the developer tools of Chromium do: each answer begins at the latency after its request at the earliest,
 * and all answers share the line. Connecting and TLS are not slowed down.
 */
export async function slowDownPhone(session: CDPSession, slowness: Slowness): Promise<void> {
  const { latencyMs, downBits, upBits } = slowness;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: downBits / 8,
    uploadThroughput: upBits / 8,
  });
  await slowDownProcessor(session, slowness);
}
