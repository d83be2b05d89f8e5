/**
 * Runs inline in the head, before the page's own scripts, so it is written as plainly as it is sent.
 *
 * - A click on a button before React handles events is kept, and repeated by `repeatEarlyClicks`.
 * - A script that cannot be loaded (offline, a content blocker, a version that was replaced) shows a notice
 *   with a way to try again. It never reloads the page by itself.
 * - Under the Content-Security-Policy every text that becomes HTML, a script or a script's address passes the
 *   policy made here (Trusted Types): the element React makes scripts from, the static parts that are or were on the page
 *   (`static-part.tsx` sets them again on the way back), the resting script of `late-scripts.ts`, and scripts of our
 *   own origin. Other HTML becomes nothing; React sets it again only where it draws a failed page anew, in scripts
 *   that never run.
 */
export const pageStartScript = `(function(){
var kept=[],html=['<script><'+'/script>'],notice;
function keepParts(){document.querySelectorAll('[id^=static-]').forEach(function(part){html.push(part.innerHTML)})}
addEventListener('DOMContentLoaded',keepParts);
if(window.trustedTypes)trustedTypes.createPolicy('default',{
createHTML:function(text){
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
window.northlightPage={release:release,showFailure:showFailure}
})()`;

declare global {
  interface Window {
    /** Set by the inline script above; missing in unit tests. */
    northlightPage?: {
      /** Stops keeping clicks and returns the buttons clicked so far. */
      release: () => HTMLButtonElement[];
      /** Shows the text, or that part of the page is missing. */
      showFailure: (message?: string) => void;
    };
  }
}

/** Call once React handles events: repeats the clicks that came earlier. */
export function repeatEarlyClicks(): void {
  performance.mark('northlight-interactive');
  const buttons = window.northlightPage?.release() ?? [];
  // In a task of its own: what was typed early (useForm, useEarlyInput) must be in the form's state first.
  setTimeout(() => {
    for (const button of buttons) if (button.isConnected) button.click();
  });
}

/** Says that part of the page is missing, or `message` in its place. The visitor decides when to load it again. */
export function showLoadFailure(message?: string): void {
  window.northlightPage?.showFailure(message);
}
