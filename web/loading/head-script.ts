import { framedHtmlStart } from './framed-html.ts';

/**
 * Runs inline in the head, before all other scripts. It is sent as it is written here, without compilation.
 *
 * - Keeps clicks on buttons until React handles events; `repeatEarlyClicks` repeats them.
 * - Shows a notice with a button to try again when a script cannot be loaded (offline, a content blocker, a version
 *   that was replaced). It never reloads the page by itself.
 * - Creates the Trusted Types policy that the Content-Security-Policy requires for every text that becomes HTML, a
 *   script or the address of a script. It allows the element React creates scripts from, the static parts that are or were on
 *   the page (`static-part.tsx` sets them again after a navigation back), the deferred script of `deferred-scripts.ts`,
 *   and scripts of this origin. In a frame it allows HTML that begins with a policy without scripts (`framed-html.ts`). Other
 *   HTML is replaced by an empty string; React sets such HTML only when it renders a failed page again, in scripts that never
 *   run.
 */
export const headScript = `(function(){
var kept=[],html=['<script><'+'/script>'],notice;
function keepParts(){document.querySelectorAll('[id^=static-]').forEach(function(part){html.push(part.innerHTML)})}
addEventListener('DOMContentLoaded',keepParts);
if(window.trustedTypes)trustedTypes.createPolicy('default',{
createHTML:function(text,type,sink){
if(sink==='HTMLIFrameElement srcdoc')return text.indexOf(\`${framedHtmlStart}\`)===0?text:'';
if(html.indexOf(text)<0)keepParts();
return html.indexOf(text)<0?'':text
},
createScript:function(text){var resting=document.getElementById('start');return resting&&resting.textContent===text?text:null},
createScriptURL:function(url){return new URL(url,location.href).origin===location.origin?url:null}
});
function keep(event){
var button=event.target instanceof Element&&event.target.closest('button');
if(!button||button.closest('.load-failure'))return;
event.preventDefault();event.stopPropagation();
if(kept.indexOf(button)<0)kept.push(button);
button.setAttribute('data-kept','')
}
function release(){
removeEventListener('click',keep,true);
kept.forEach(function(button){button.removeAttribute('data-kept')});
return kept.splice(0)
}
function showFailure(message){
release();
if(!notice){
notice=document.createElement('div');
notice.className='load-failure';notice.setAttribute('role','alert');
var button=document.createElement('button');
button.type='button';button.textContent='Try again';button.onclick=function(){location.reload()};
notice.append(document.createElement('p'),button);
if(document.body)document.body.append(notice);
else addEventListener('DOMContentLoaded',function(){document.body.append(notice)})
}
notice.firstChild.textContent=message||'Part of this page could not be loaded, so its buttons may not work. Check your connection and your content blocker, then try again.'
}
addEventListener('click',keep,true);
addEventListener('error',function(event){
var script=event.target;
if(script instanceof HTMLScriptElement&&(!script.src||script.src.indexOf(location.origin+'/')===0))showFailure()
},true);
window.sitePage={release:release,showFailure:showFailure}
})()`;

declare global {
  interface Window {
    /** Set by the inline script above; missing in unit tests. */
    sitePage?: {
      /** Stops keeping clicks and returns the buttons clicked so far. */
      release: () => HTMLButtonElement[];
      /** Shows the text, or that part of the page is missing. */
      showFailure: (message?: string) => void;
    };
  }
}

/** Call once React handles events: repeats the clicks that came earlier. */
export function repeatEarlyClicks(): void {
  performance.mark('page-interactive');
  const buttons = window.sitePage?.release() ?? [];
  // In a separate task, after early input (useForm, useEarlyInput) has reached the form's state.
  setTimeout(() => {
    for (const button of buttons) if (button.isConnected) button.click();
  });
}

/** Shows a notice with `message`, by default that part of the page is missing, and a button to reload. */
export function showLoadFailure(message?: string): void {
  window.sitePage?.showFailure(message);
}
