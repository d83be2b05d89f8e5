import { relative } from 'node:path';
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

const shownSteps = 3;
const shownFromMs = 1_000;

/** Prints the longest waits of each story, so that the log shows where a slow or hanging story spent its time. */
// biome-ignore lint/style/noDefaultExport: Playwright requires one
export default class WaitsReporter implements Reporter {
  printsToStdio(): boolean {
    return true;
  }

  onTestEnd(_test: TestCase, result: TestResult): void {
    const waits = result.steps
      .flatMap(listCalls)
      .filter(({ duration }) => duration >= shownFromMs)
      .sort((a, b) => b.duration - a.duration)
      .slice(0, shownSteps);
    for (const { title, duration, location } of waits) {
      const place = location ? ` (${relative(process.cwd(), location.file)}:${location.line})` : '';
      console.log(`       waited ${(duration / 1000).toFixed(1)} s: ${title}${place}`);
    }
  }
}

/** The API calls and assertions of a story, without the steps that group them. */
function listCalls(step: TestStep): TestStep[] {
  const isCall = step.category === 'pw:api' || step.category === 'expect';
  return isCall ? [step] : step.steps.flatMap(listCalls);
}
