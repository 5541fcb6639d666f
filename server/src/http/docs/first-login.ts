/**
 * Where the demo project sends people after a login: it stands for a website's own page, and shows what that page gets
 * and what its backend does next. The script fills in the code; it never leaves the browser.
 */
export const FIRST_LOGIN = {
  path: '/docs/first-login',
  title: 'You are back on the website',
  description: 'What a website gets after a login, and what it does next.',
  scripts: ['docs.js', 'first-login.js'],
  body: `<main id="content" class="single">
<h1>You are back on the website</h1>
<p class="lead">The login is confirmed. This page stands for your own callback URL: it was opened with a one-time code, and with your <code>state</code> if there was one.</p>
<p hidden data-login="missing">There is no code in this page's address. Start at <a href="/login/demo">/login/demo</a>.</p>
<section data-login="found">
<h2>What your backend does next</h2>
<p>It exchanges the code for the person, once and within 300 seconds. Paste this, with the demo key from the banner as <code>$KEY</code>:</p>
<div class="code"><pre tabindex="0"><code>curl -X POST <span data-login="origin">http://localhost:8080</span>/v1/auth/verify \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"code": "<span data-login="code">…</span>"}'</code></pre><button type="button" class="copy" hidden>Copy</button></div>
<p>The answer names the person: <code>subscriber_id</code>, <code>channel</code>, <code>first_name</code>, <code>username</code>, <code>lang</code>, <code>tags</code>. Send it a second time, and it is refused: a code works once.</p>
</section>
<p>The <a href="/docs/guide">guide</a> shows the other ways to log people in.</p>
</main>`,
};
