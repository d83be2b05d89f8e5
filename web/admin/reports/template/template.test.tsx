// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usualReportTemplate } from '../../../../contract/reports/report-template.ts';
import { anAdminCompany, serveAdmin } from '../../../testing/admin-builders.ts';
import { type ApiServer, companyId, sendJson, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import { aReport, serveReports } from '../../../testing/report-builders.ts';
import ReportsScreen from '../reports-screen.tsx';

let api: ApiServer;
const user = userEvent.setup();
beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const path = '/api/reports/template';
const serveTemplate = (version: number, fields: Partial<typeof usualReportTemplate> = {}) =>
  api.json(`GET ${path}`, 200, { version, template: { ...usualReportTemplate, ...fields } });
const open = () => renderPage('/admin/reports/template', { '/admin/reports/template': ReportsScreen });
const sent = () => api.sent(`PUT ${path}`);

test('sections, comparison, money, PDF and texts are saved together, with the version they change', async () => {
  serveTemplate(4);
  api.handle(`PUT ${path}`, (_, response, body) => {
    const { template } = JSON.parse(body);
    serveTemplate(5, template);
    sendJson(response, 200, { version: 5, template });
  });
  open();
  await user.click(await screen.findByRole('checkbox', { name: 'Devices' }));
  await user.click(screen.getByRole('button', { name: 'Move Sources up' }));
  await user.selectOptions(screen.getByLabelText('Compared with'), 'The same period of the year before');
  await user.click(screen.getByRole('checkbox', { name: 'Show amounts of money' }));
  await user.click(screen.getByRole('checkbox', { name: 'Attach the PDF' }));
  fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Your {period}' } });
  fireEvent.change(screen.getByLabelText('Closing'), { target: { value: 'Call us.' } });
  await user.dblClick(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^The template was saved/)).toBeDefined();
  const [first, second, third, ...rest] = usualReportTemplate.sections;
  expect(sent()).toEqual([
    {
      version: 4,
      template: {
        sections: [first, third, second, ...rest].filter((name) => name !== 'devices'),
        ...{ compare: 'year', hasMoney: false, attachesPdf: false },
        ...{ subject: 'Your {period}', intro: '', closing: 'Call us.' },
      },
    },
  ]);
  expect(screen.queryByText('Not saved yet')).toBeNull();
});

test('an empty subject is marked and nothing is sent', async () => {
  serveTemplate(0);
  open();
  fireEvent.change(await screen.findByLabelText('Subject'), { target: { value: ' ' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please enter a subject')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Subject'));
  expect(sent()).toEqual([]);
});

test('a text that the server refuses is marked at its field', async () => {
  serveTemplate(0);
  const error = { code: 'invalid-request', message: 'Invisible characters.', field: 'template.intro' };
  api.json(`PUT ${path}`, 400, { error });
  open();
  const field = await screen.findByLabelText('Introduction');
  fireEvent.change(field, { target: { value: 'Hello' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Invisible characters.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('a template that another owner saved first is not overwritten without a decision', async () => {
  serveTemplate(1);
  api.handle(`PUT ${path}`, (_, response, body) => {
    const changed = JSON.parse(body);
    if (changed.version === 2) return sendJson(response, 200, { ...changed, version: 3 });
    serveTemplate(2, { closing: 'Theirs' });
    sendJson(response, 409, { error: { code: 'conflict', message: 'Another version is in use.' } });
  });
  open();
  fireEvent.change(await screen.findByLabelText('Closing'), { target: { value: 'Mine' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Another owner saved the template/)).toBeDefined();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Closing').value).toBe('Mine');
  await user.click(screen.getByRole('button', { name: 'Save mine instead' }));
  await waitFor(() => expect(sent().map(({ version }) => version)).toEqual([1, 2]));
});

test('the preview shows the saved template with the next report of the chosen company', async () => {
  serveTemplate(0);
  api.json('GET /api/companies', 200, { companies: [anAdminCompany()] });
  const report = aReport(1, { company: 'Harbour & Pine', state: 'planned' });
  serveReports(api, [{ ...report, deliveries: [] }]);
  api.json(`GET /api/companies/${companyId}/reports`, 200, { reports: [report] });
  open();
  const frame = await screen.findByTitle<HTMLIFrameElement>('The mail');
  expect(frame.srcdoc).toContain('The mail of Harbour &');
  expect(screen.getByLabelText<HTMLSelectElement>('Company').value).toBe(companyId);
});

test('the preview of a sent report has the saved template, not that of the sending', async () => {
  serveTemplate(0);
  api.json('GET /api/companies', 200, { companies: [anAdminCompany()] });
  const report = aReport(1, { state: 'released' });
  serveReports(api, [{ ...report, deliveries: [] }]);
  api.json(`GET /api/companies/${companyId}/reports`, 200, { reports: [report] });
  api.handle(`GET /api/companies/${companyId}/reports/${report.period}/mail`, ({ url }, response) => {
    const content = new URL(url ?? '', 'http://x').searchParams.get('content');
    const html = content === 'now' ? '<p>With the saved template</p>' : '<p>As sent</p>';
    sendJson(response, 200, { subject: 'October', html, text: '', isAsSent: content !== 'now' });
  });
  open();
  const frame = await screen.findByTitle<HTMLIFrameElement>('The mail');
  expect(frame.srcdoc).toContain('With the saved template');
});
