const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const opening = '<script type="module" async="">';

/**
 * Rewrites a built page so that its scripts are requested after its first paint: until then the style sheet and the
 * fonts have the whole bandwidth. The page is readable and its links work without scripts. The script element that
 * React expects for hydration stays in its place, with a type that does not run.
 */
export function deferScripts(html: string): string {
  const files = [...html.matchAll(preload)].map(([, file]) => file);
  if (files.length === 0 || html.split(opening).length !== 2)
    throw new Error('The built page loads its scripts in an unexpected way.');
  const end = '</script>';
  const [before = '', after = ''] = html.replaceAll(preload, '').split(opening);
  const rest = after.indexOf(end) + end.length;
  const loader = `<script>(${loadScripts})(${JSON.stringify(files)})${end}`;
  return `${before}<script type="text/plain" id="start">${after.slice(0, rest)}${loader}${after.slice(rest)}`;
}

/**
 * Written into the page as it is here, without compilation. It copies the text of the script that does not run, whose
 * hash is in the content security policy. A hidden tab has no paint to wait for.
 */
const loadScripts = `function(files){
function go(){
function add(name,props){document.head.append(Object.assign(document.createElement(name),props))}
files.forEach(function(href){add('link',{rel:'modulepreload',href:href})})
add('script',{type:'module',textContent:document.getElementById('start').textContent})
}
if(document.hidden)go()
else requestAnimationFrame(function(){setTimeout(go)})
}`;

const entryImport = /import\(("[^"]+")\);<\/script>/;

/**
 * Shows the notice of `head-script.ts` when the script that starts React cannot be loaded: it is imported by another
 * script, so its failure fires no `error` event.
 */
export function reportMissingEntry(html: string): string {
  if (!entryImport.test(html))
    throw new Error('The built page imports its entry script in an unexpected way.');
  return html.replace(entryImport, 'import($1).catch(function(){sitePage.showFailure()});</script>');
}
