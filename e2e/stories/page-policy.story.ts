import type { Page } from '@playwright/test';
import { pages } from '../../contract/public/pages.ts';
import { createShop, expect, expectInteractive, openPortal, test } from './story.ts';

interface PolicyRules {
  createHTML: (html: string, ...where: string[]) => string;
}

declare global {
  interface Window {
    /** HTML that the page's Trusted Types policy removed. */
    lostHtml?: string[];
    // As used by the inline script that creates the policy.
    trustedTypes?: {
      createPolicy: (name: string, rules: PolicyRules) => unknown;
    };
  }
}

/** Records every HTML string that the page's Trusted Types policy removed. */
async function recordLostHtml(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.lostHtml = [];
    const factory = window.trustedTypes;
    if (!factory) throw new Error('this browser does not support Trusted Types');
    const create = factory.createPolicy.bind(factory);
    factory.createPolicy = (name, rules) => {
      const { createHTML } = rules;
      return create(name, {
        ...rules,
        createHTML: (html, ...where) => {
          const trusted = createHTML(html, ...where);
          if (html !== trusted) window.lostHtml?.push(html);
          return trusted;
        },
      });
    };
  });
}

test('all pages work under their content security policy, which removes none of their HTML', async ({
  page,
  northlight,
  failOnErrors,
}) => {
  test.slow();
  failOnErrors(page);
  await recordLostHtml(page);
  const { company } = await createShop(northlight, 'Policy Shop');
  await openPortal(page, northlight, company);
  for (const { path } of pages) {
    await page.goto(northlight.url + path.replace(':companyId', company.id));
    await expectInteractive(page);
    expect(await page.evaluate(() => window.lostHtml), path).toEqual([]);
  }
  // Forward and back without a new document, so that React creates every element.
  for (const start of ['/', '/auth']) {
    await page.goto(northlight.url + start);
    await expectInteractive(page);
    const arrive = async (path: string) => {
      await page.waitForURL(northlight.url + path);
      await expectInteractive(page);
      await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
    };
    const paths = ['/products', '/contact', '/'];
    for (const path of paths) {
      await page.locator(`a[href="${path}"]`).first().click();
      await arrive(path);
    }
    for (const path of [start, ...paths].slice(0, -1).reverse()) {
      await page.goBack();
      await arrive(path);
    }
    expect(await page.evaluate(() => window.lostHtml), `from ${start}`).toEqual([]);
  }
});

test('the policy blocks injected HTML and foreign scripts, and violation reports are counted', async ({
  page,
  northlight,
}) => {
  await page.goto(northlight.url);
  await expectInteractive(page);
  const got = await page.evaluate(async () => {
    const reported: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => reported.push(event.violatedDirective));
    const box = document.createElement('div');
    box.innerHTML = '<img src="x" onerror="window.wasInjected = true">';
    const script = document.createElement('script');
    const errors: string[] = [];
    for (const attack of [
      () => {
        script.src = 'https://evil.test/x.js';
      },
      () => {
        script.textContent = 'window.wasInjected = true';
      },
      () => {
        box.setAttribute('onclick', 'window.wasInjected = true');
      },
    ]) {
      try {
        attack();
      } catch (error) {
        errors.push(error instanceof Error ? error.name : String(error));
      }
    }
    document.body.append(box, script);
    // The events are dispatched in separate tasks, before or after that of a timer.
    while (reported.length < errors.length) await new Promise((resolve) => setTimeout(resolve));
    return { html: box.innerHTML, errors, reported, wasInjected: 'wasInjected' in window };
  });
  expect(got).toEqual({
    html: '',
    errors: Array(3).fill('TypeError'),
    reported: Array(3).fill('require-trusted-types-for'),
    wasInjected: false,
  });
  const counted = /^northlight_csp_reports_total\{directive="require-trusted-types-for"\} [1-9]/m;
  await expect.poll(async () => (await fetch(`${northlight.url}/metrics`)).text()).toMatch(counted);
});
