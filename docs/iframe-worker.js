// A worker for a site that is read from a folder: browsers refuse real ones there. Its script runs in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.documentElement.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const load = (src) =>
        new Promise((done) => {
          const script = frame.contentDocument.createElement("script");
          Object.assign(script, { src, onload: done, onerror: done });
          frame.contentDocument.head.append(script);
        });
      this.inside.importScripts = (...urls) => urls.reduce((before, one) => before.then(() => load(one)), Promise.resolve());
      this.ready = load(new URL(url, document.baseURI).href);
    }
    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data })));
    }
  };
}
