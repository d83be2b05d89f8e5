/** Times in milliseconds since the navigation started; undefined for what never appeared. */
export interface Recorded {
  firstNumberMs?: number;
  firstChartMs?: number;
  firstListMs?: number;
  /** React handles the events of the period's control. */
  interactiveMs?: number;
  firstPaintMs?: number;
  largestPaintMs?: number;
  /** Cumulative layout shift: the largest burst of shifts, as browsers report it. */
  layoutShift: number;
  /** The elements of the largest single shift. */
  shifted: string[];
  pageHeight: number;
  timeOrigin: number;
  /** How the answers came: `http/1.1`, `h2`. */
  protocols: string[];
}

/**
 * Runs in the page before its scripts. Looks in each animation frame for what is in the document: a frame is painted with
 * what its callbacks see, so the time of the first one that sees a figure is when the figure is painted, whether it came
 * with the HTML or from a script. It knows the page only by what a user knows: labels of cards, "Charts", rows of tables,
 * and a control that names the period.
 */
export const recorder = `{
  const found = {};
  const charts = '[aria-label="Charts"]';
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const hasShownDigit = (root, label) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      if (/\\d/.test(data) && data !== label && parentElement && isShown(parentElement)) return true;
    }
    return false;
  };
  const labels = ['Revenue', 'Total Users'];
  const hasNumber = () =>
    [...document.querySelectorAll('[role="group"], dt, h3')].some((element) => {
      const card = element.matches('[role="group"]') ? element : element.parentElement;
      const label = labels.find((name) => card.textContent.trim().startsWith(name));
      return label !== undefined && hasShownDigit(card, label);
    });
  const hasInk = (canvas) =>
    canvas.width > 0 &&
    canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((channel) => channel !== 0);
  const hasLine = (svg) =>
    svg.getBoundingClientRect().width >= 200 &&
    [...svg.querySelectorAll('path[d], polyline[points]')].some(
      (line) => (line.getAttribute('d') ?? line.getAttribute('points')).length > 20,
    );
  const hasChart = () =>
    [...document.querySelectorAll(charts + ' svg')].some(hasLine) ||
    [...document.querySelectorAll(charts + ' canvas')].some(hasInk);
  const hasList = () =>
    [...document.querySelectorAll('main tbody tr')].some(
      (row) => !row.closest(charts) && !row.closest('.sr-only') && isShown(row) && /\\d/.test(row.textContent),
    );
  const isControl = (element) =>
    /period|\\bdays\\b/i.test((element.getAttribute('aria-label') ?? '') + element.textContent);
  const isInteractive = () => {
    if (performance.getEntriesByName('page-interactive').length === 0) return false;
    const control = [...document.querySelectorAll('main button, main summary')].find(isControl);
    // React marks the elements whose events it handles.
    return control !== undefined && Object.keys(control).some((key) => key.startsWith('__reactProps$'));
  };
  const wanted = { firstNumberMs: hasNumber, firstChartMs: hasChart, firstListMs: hasList, interactiveMs: isInteractive };
  const check = () => {
    for (const [name, isThere] of Object.entries(wanted))
      if (found[name] === undefined && isThere()) found[name] = performance.now();
    if (found.firstNumberMs && found.firstChartMs && found.interactiveMs)
      document.documentElement.dataset.opened = '';
    if (Object.keys(found).length < 4) requestAnimationFrame(check);
  };
  requestAnimationFrame(check);

  let burst = { start: 0, end: 0, sum: 0 };
  let layoutShift = 0;
  let largestShift = 0;
  let shifted = [];
  const nameNode = (node) => {
    const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (!element) return 'a removed element';
    const label = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30);
    return element.localName + ' “' + label + '”';
  };
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      if (value > largestShift) shifted = sources.map(({ node }) => nameNode(node));
      largestShift = Math.max(largestShift, value);
      const isSameBurst = startTime - burst.end < 1000 && startTime - burst.start < 5000;
      burst = isSameBurst
        ? { start: burst.start, end: startTime, sum: burst.sum + value }
        : { start: startTime, end: startTime, sum: value };
      layoutShift = Math.max(layoutShift, burst.sum);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  let largestPaintMs;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) largestPaintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });

  window.readOpening = () => {
    const firstPaintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    return {
      ...found,
      firstPaintMs,
      largestPaintMs,
      layoutShift,
      shifted,
      pageHeight: document.documentElement.scrollHeight,
      timeOrigin: performance.timeOrigin,
      protocols: [
        ...new Set(
          [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .map(({ nextHopProtocol }) => nextHopProtocol)
            .filter((name) => name !== ''),
        ),
      ],
    };
  };
}`;
