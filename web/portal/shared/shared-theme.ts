/**
 * Runs inline before the first paint: the theme that the page around a frame wants, in the query (`?theme=dark`). Without one
 * the browser's setting counts. Nothing is stored: in a frame of another site a browser may forbid it.
 */
export const sharedThemeScript = `(function(){var t=new URLSearchParams(location.search).get('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t})()`;
