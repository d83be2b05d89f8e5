const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const opening = '<script type="module" async="">';

/**
 * Rewrites a built page so that its scripts are asked for only once its words are on the screen: until then
 * the style sheet and the letters have the line for themselves. The page is readable and its links work
 * meanwhile. What React expects to find when it takes over stays where it was, only resting.
 */
export function deferScripts(html: string): string {
  const files = [...html.matchAll(preload)].map(([, file]) => file);
  if (files.length === 0 || html.split(opening).length !== 2)
    throw new Error('The page starts its scripts in a way this does not know.');
  const end = '</script>';
  const [before = '', after = ''] = html.replaceAll(preload, '').split(opening);
  const rest = after.indexOf(end) + end.length;
  const starter = `<script>(${start})(${JSON.stringify(files)})${end}`;
  return `${before}<script type="text/plain" id="start">${after.slice(0, rest)}${starter}${after.slice(rest)}`;
}

/**
 * Written into the page, so it is as plain as it is: nothing compiles it. The script it adds has the text of
 * the resting one, whose hash the content security policy holds. A page in a hidden tab paints nothing to wait for.
 */
const start = `function(files){
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
 * Shows the notice of `page-start.ts` where the script that starts React cannot be loaded: it is imported by
 * another script, so its failure reaches no `error` event.
 */
export function reportMissingEntry(html: string): string {
  if (!entryImport.test(html)) throw new Error('The page imports its entry in a way this does not know.');
  return html.replace(entryImport, 'import($1).catch(function(){northlightPage.showFailure()});</script>');
}
