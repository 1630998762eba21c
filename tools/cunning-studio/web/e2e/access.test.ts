// Access from other sites, DNS rebinding, and hostile texts in recordings.

import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { enter, launch, panel, tickOf, until, visit } from "./browser.js";
import { Recording, TABLES } from "./recording.js";
import { folder, Studio } from "./studio.js";

const EVIL = "evil.example";

let browser: Browser;
let studio: Studio;
let site: Server;
let sitePort = 0;
before(async () => {
  // A foreign host name that resolves to this machine, as after DNS rebinding. The checks of the browser are off, so that
  // the checks of the studio are tested.
  browser = await launch(`--host-resolver-rules=MAP ${EVIL} 127.0.0.1`, "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests");
  studio = await Studio.open("pirate", "--allow-control");
  site = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html><title>evil</title><body>"));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  sitePort = (site.address() as AddressInfo).port;
});
after(async () => {
  site?.close();
  await Promise.all([browser?.close(), studio?.close()]);
});

/** Checks with an authorized page that the scene has not moved. */
async function assertUntouched(): Promise<void> {
  const { page, leave } = await visit(browser, studio);
  assert.equal(await tickOf(page), 0, "the scene was advanced");
  await page.getByText("paused", { exact: true }).waitFor();
  await leave();
}

/** Sends requests in every way that a page can, and returns the results. */
async function tryAll(page: Page, target: string): Promise<Record<string, string>> {
  return page.evaluate(async (target) => {
    const results: Record<string, string> = {};
    const settle = (name: string, wait: (done: (result: string) => void) => void) =>
      new Promise<void>((resolve) => {
        const done = (result: string) => {
          results[name] = result;
          resolve();
        };
        setTimeout(() => done("nothing"), 3000);
        wait(done);
      });
    const load = (tag: "img" | "script" | "link" | "audio" | "object", make: (element: HTMLElement) => void) => (done: (result: string) => void) => {
      const element = document.createElement(tag);
      element.onload = () => done("loaded");
      element.onerror = () => done("refused");
      make(element);
      document.body.append(element);
    };
    const read = (init: RequestInit) => (done: (result: string) => void) =>
      void fetch(`${target}/`, init).then(
        async (response) => done(`${response.type} ${response.status} ${(await response.text()).slice(0, 60)}`),
        () => done("refused"),
      );
    await Promise.all([
      settle("fetch", read({})),
      settle("fetch with credentials", read({ credentials: "include" })),
      settle("fetch without cors", read({ mode: "no-cors" })),
      settle("post", read({ method: "POST", body: JSON.stringify({ id: 1, request: "play" }), mode: "no-cors" })),
      settle("put", read({ method: "PUT", headers: { "content-type": "application/json" }, body: "{}" })),
      settle("image", load("img", (element) => ((element as HTMLImageElement).src = `${target}/icon.svg`))),
      settle("script", load("script", (element) => ((element as HTMLScriptElement).src = `${target}/assets/index.js`))),
      settle("style", load("link", (element) => Object.assign(element, { rel: "stylesheet", href: `${target}/assets/index.css` }))),
      settle("object", load("object", (element) => ((element as HTMLObjectElement).data = `${target}/`))),
      settle("socket", (done) => {
        const socket = new WebSocket(`${target.replace("http", "ws")}/socket`);
        socket.onopen = () => done("open");
        socket.onerror = () => done("refused");
      }),
      settle("events", (done) => {
        const source = new EventSource(`${target}/socket`);
        source.onopen = () => done("open");
        source.onerror = () => (source.close(), done("refused"));
      }),
      settle("beacon", (done) => (navigator.sendBeacon(`${target}/socket`, '{"id":1,"request":"play"}'), setTimeout(() => done("sent"), 300))),
      settle("form", (done) => {
        const frame = document.createElement("iframe");
        frame.name = "inner";
        document.body.append(frame);
        const form = Object.assign(document.createElement("form"), { method: "post", action: `${target}/`, target: "inner" });
        document.body.append(form);
        form.submit();
        setTimeout(() => done("sent"), 500);
      }),
      settle("frame", (done) => {
        const frame = document.createElement("iframe");
        frame.onload = () => {
          let inside = "closed";
          try {
            inside = frame.contentDocument?.body.innerHTML.slice(0, 60) || "closed";
          } catch {
            inside = "closed";
          }
          done(inside);
        };
        frame.src = `${target}/`;
        document.body.append(frame);
      }),
      settle("window", (done) => {
        const other = window.open(`${target}/`);
        setTimeout(() => {
          let inside = "closed";
          try {
            inside = other?.document?.body.innerHTML || "closed";
          } catch {
            inside = "closed";
          }
          other?.close();
          done(inside);
        }, 800);
      }),
    ]);
    return results;
  }, target);
}

test("pages of other sites are rejected", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://${EVIL}:${sitePort}/`);
  for (const name of ["127.0.0.1", "localhost"]) {
    const got = await tryAll(page, `http://${name}:${studio.port}`);
    for (const method of ["fetch", "fetch with credentials", "put", "image", "script", "style", "socket", "events"]) assert.ok(["refused", "nothing"].includes(got[method] ?? ""), `${method}: ${got[method]}`);
    for (const method of ["fetch without cors", "post"]) assert.ok(["refused", "nothing", "opaque 0 "].includes(got[method] ?? ""), `${method}: ${got[method]}`);
    for (const method of ["frame", "window"]) assert.ok(["closed", "nothing"].includes(got[method] ?? ""), `${method}: ${got[method]}`);
    assert.notEqual(got["object"], "loaded");
  }
  await context.close();
  await assertUntouched();
});

test("pages under a rebound host name are rejected", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  // The page was loaded from the other site before its name was rebound to this machine.
  const own = `http://${EVIL}:${studio.port}`;
  await page.route(`${own}/start`, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><body>" }));
  await page.goto(`${own}/start`);
  const got = await tryAll(page, own);
  for (const [method, result] of Object.entries(got)) {
    assert.ok(!/<!doctype|<script|Cunning studio/i.test(result), `${method}: ${result}`);
    assert.notEqual(result, "open", method);
    assert.notEqual(result, method === "object" || method === "frame" ? "" : "loaded", method);
  }
  assert.match(got["fetch"] ?? "", /403/);
  // The page itself is not served under this name either.
  const direct = await page.goto(`${own}/`);
  assert.equal(direct?.status(), 403);
  await context.close();
  await assertUntouched();
});

test("the page without a token is rejected", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(studio.origin);
  const result = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/socket`);
        socket.onopen = () => socket.send(JSON.stringify({ id: 1, request: "play" }));
        socket.onmessage = (event) => resolve(`received ${event.data}`);
        socket.onclose = (event) => resolve(`closed ${event.code} ${event.reason}`);
      }),
  );
  assert.equal(result, "closed 1008 the token is not valid for this studio");
  await context.close();
  await assertUntouched();
});

/** Known script injection texts in several variations: more than 300. */
function hostileTexts(): string[] {
  const calls = ["window.__hit=1", "parent.__hit=1", "top.__hit=1", "self['__hit']=1"];
  const shapes = [
    (js: string) => `<script>${js}</script>`,
    (js: string) => `<SCRIPT SRC="data:text/javascript,${js}"></SCRIPT>`,
    (js: string) => `<img src=x onerror="${js}">`,
    (js: string) => `<img src='x' onerror='${js}' />`,
    (js: string) => `<svg onload="${js}">`,
    (js: string) => `<svg><script>${js}</script></svg>`,
    (js: string) => `<svg><animate onbegin="${js}" attributeName=x dur=1s>`,
    (js: string) => `<iframe srcdoc="<script>${js}</script>"></iframe>`,
    (js: string) => `<iframe src="javascript:${js}"></iframe>`,
    (js: string) => `<a href="javascript:${js}">x</a>`,
    (js: string) => `<body onload=${js}>`,
    (js: string) => `<input autofocus onfocus="${js}">`,
    (js: string) => `<details open ontoggle="${js}">`,
    (js: string) => `<video><source onerror="${js}"></video>`,
    (js: string) => `<audio src=x onerror="${js}">`,
    (js: string) => `<marquee onstart="${js}">`,
    (js: string) => `<object data="javascript:${js}">`,
    (js: string) => `<embed src="javascript:${js}">`,
    (js: string) => `<math><mtext></mtext><mglyph><style></math><img src onerror="${js}">`,
    (js: string) => `<style>@import 'javascript:${js}';</style>`,
    (js: string) => `<link rel=stylesheet href="data:text/css,*{background:url(javascript:${js})}">`,
    (js: string) => `<meta http-equiv=refresh content="0;url=javascript:${js}">`,
    (js: string) => `<base href="javascript:${js}//">`,
    (js: string) => `<form action="javascript:${js}"><button autofocus>x</button></form>`,
    (js: string) => `"><script>${js}</script>`,
    (js: string) => `'><img src=x onerror=${js}>`,
    (js: string) => `</title><script>${js}</script>`,
    (js: string) => `</script><script>${js}</script>`,
    (js: string) => `</textarea><script>${js}</script>`,
    (js: string) => `--><script>${js}</script>`,
    (js: string) => `]]><script>${js}</script>`,
    (js: string) => `" onmouseover="${js}" x="`,
    (js: string) => `' onfocus='${js}' autofocus x='`,
    (js: string) => `javascript:${js}`,
    (js: string) => `data:text/html,<script>${js}</script>`,
    (js: string) => `\${${js}}`,
    (js: string) => `{{constructor.constructor('${js}')()}}`,
    (js: string) => `#{${js}}`,
    (js: string) => `';${js};//`,
    (js: string) => `";${js};//`,
    (js: string) => `\`;${js};//`,
    (js: string) => `\\u003cscript\\u003e${js}\\u003c/script\\u003e`,
    (js: string) => `&lt;script&gt;${js}&lt;/script&gt;`,
    (js: string) => `%3Cscript%3E${js}%3C/script%3E`,
    (js: string) => `<\u0000script>${js}</script>`,
    (js: string) => `<scr\u0000ipt>${js}</script>`,
    (js: string) => `\u202e<script>${js}</script>`,
    (js: string) => `\u2028${js}\u2029`,
    (js: string) => `＜script＞${js}＜/script＞`,
    (js: string) => `<template><script>${js}</script></template>`,
    (js: string) => `<x style="behavior:url(${js})" onclick="${js}">`,
    (js: string) => `<isindex type=image src=1 onerror="${js}">`,
    (js: string) => `<noscript><p title="</noscript><img src=x onerror=${js}>">`,
    (js: string) => `__proto__"]=1;${js};//`,
    (js: string) => `constructor[prototype] <img src=x onerror=${js}>`,
    (js: string) => `\n\r\t<script>\n${js}\n</script>`,
    (js: string) => `[](javascript:${js})`,
    (js: string) => `=cmd|'/c ${js}'!A1`,
    (js: string) => `${"<b>".repeat(200)}<script>${js}</script>`,
    (js: string) => `<img src="x\` \`<script>${js}</script>"\` \`>`,
    (js: string) => `<div id=app><script>${js}</script></div>`,
    (js: string) => `<button form=x formaction="javascript:${js}">`,
    (js: string) => `<keygen autofocus onfocus="${js}">`,
    (js: string) => `<picture><source srcset=x><img src=x onerror="${js}"></picture>`,
    (js: string) => `<xss onpointerenter="${js}" style="position:fixed;inset:0">`,
    (js: string) => `<a id=__hit><a id=__hit name=x href="${js}">`,
    (js: string) => `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="${js}"/></foreignObject>`,
    (js: string) => `?--><!DOCTYPE x [<!ENTITY a "${js}">]>&a;`,
    (js: string) => `<script type=module>import("data:text/javascript,${js}")</script>`,
    (js: string) => `<select autofocus onfocus="${js}"><option></select>`,
    (js: string) => `<dialog open onclose="${js}"><form method=dialog></dialog>`,
    (js: string) => `<link rel=prefetch href=x onload="${js}" onerror="${js}">`,
    (js: string) => `<table background="javascript:${js}">`,
    (js: string) => `<layer src="javascript:${js}">`,
    (js: string) => `<bgsound src="javascript:${js}">`,
    (js: string) => `\ufeff<script>${js}</script>`,
  ];
  return shapes.flatMap((shape) => calls.map(shape));
}

test("hostile names and values are shown as text", async () => {
  const texts = hostileTexts();
  assert.ok(texts.length >= 300, String(texts.length));
  const recording = new Recording(texts[0] ?? "");
  recording.name(TABLES.archetype, 0, texts[1] ?? "");
  recording.name(TABLES.reason, 0, texts[2] ?? "");
  // A level picture that contains a script.
  recording.backdrop("image/svg+xml; width=40; height=30", `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" onload="window.__hit=1"><script>parent.__hit=1</script><rect width="400" height="300" fill="#cdb"/></svg>`);
  texts.forEach((hostile, at) => {
    for (const table of [TABLES.object, TABLES.fact, TABLES.action, TABLES.goal]) recording.name(table, at, hostile);
  });
  recording.tick();
  texts.forEach((hostile, at) => {
    const agent = 1 + (at % 25);
    if (at < 25) recording.agent(agent, hostile).place(agent, 2 + (at % 5) * 8, 2 + Math.floor(at / 5) * 6);
    recording.belief(agent, at, (at * 7) % texts.length).goal(agent, at).step(agent, at, at).note(agent, hostile);
    if (at % 5 === 0) recording.held(agent, hostile);
    if (at % 9 === 0) recording.quarantined(agent, hostile);
    if (at % 40 === 39) recording.tick();
  });
  recording.tick();
  const file = join(folder(), "hostile<img src=x onerror=window.__hit=1>.cng");
  writeFileSync(file, recording.bytes());
  const hostile = await Studio.open(file);
  const { page, errors } = await visit(browser, hostile);
  page.on("dialog", () => assert.fail("a dialog was opened"));
  await page.keyboard.press("End");
  const slider = page.getByRole("slider", { name: "Tick" });
  for (let lane = 0; lane < 25; lane++) {
    await slider.focus();
    await page.keyboard.press("ArrowDown");
    await panel(page).getByRole("heading", { level: 2 }).waitFor();
    await panel(page).locator(".why button, .why .prose, .why p").first().click({ timeout: 2000 }).catch(() => undefined);
  }
  // The texts are shown unchanged.
  await until(async () => (await panel(page).innerText()).includes("__hit=1"), "the hostile text is shown");
  const box = await slider.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 400, box.y + 40, { steps: 10 });
  await enter(page, "Events");
  await page.getByText(/__hit/).first().waitFor();
  for (let more = 0; more < 3; more++) await page.getByRole("button", { name: "Later" }).click({ timeout: 2000 }).catch(() => undefined);
  await page.mouse.move(300, 300, { steps: 20 });
  await enter(page, "Command");
  await page.getByText(/__hit/).first().waitFor();
  await enter(page, "Scene");
  await page.mouse.move(300, 300, { steps: 20 });
  const hit = await page.evaluate(() => "__hit" in window || document.querySelectorAll("script:not([src]), iframe, object, embed, [onerror], [onload]").length > 0);
  assert.equal(hit, false, "something ran");
  assert.deepEqual(errors.filter((line) => /Content Security Policy/.test(line)), [], "something tried to run");
  await page.context().close();
  await hostile.close();
});
