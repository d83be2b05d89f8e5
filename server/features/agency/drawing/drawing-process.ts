import { drawIconFiles } from '../logos/draw-icon-files.ts';
import { drawMailLogo } from '../logos/draw-mail-logo.ts';
import { redrawPng } from '../logos/redraw-png.ts';
import { sanitizeSvg } from '../logos/svg/sanitize-svg.ts';
import { drawReportChart } from '../report-drawing/draw-report-chart.ts';
import { drawReportPdf } from '../report-drawing/draw-report-pdf.ts';
import { drawCard } from '../social/draw-card.ts';
import { UnusablePicture } from './drawing-errors.ts';
import type { Job, ProcessMessage } from './drawing-jobs.ts';

// The program of the drawing process: one message is one job, answered by one message.

function run(job: Job): unknown {
  switch (job.kind) {
    case 'clean-svg':
      return sanitizeSvg(job.input.text);
    case 'clean-png':
      return redrawPng(job.input);
    case 'draw-icons':
      return drawIconFiles(job.input);
    case 'draw-social-card':
      return { png: drawCard(job.input) };
    case 'draw-mail-logo':
      return { png: drawMailLogo(job.input) };
    case 'draw-report-chart':
      return drawReportChart(job.input);
    case 'draw-report-pdf':
      return drawReportPdf(job.input).then((pdf) => ({ pdf }));
  }
}

async function answer(job: Job): Promise<ProcessMessage> {
  try {
    return { output: await run(job) };
  } catch (error) {
    if (error instanceof UnusablePicture) return { problem: error.message };
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

const send = (message: ProcessMessage) => process.send?.(message);

process.on('message', (job: Job) => void answer(job).then(send));
send({ isReady: true });
