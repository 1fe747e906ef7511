const EVERY = 1000;
const DATA = new URL('../build-time-data.js', import.meta.url);

/** Asks which build is served; after a failed build Quarkus answers any request with the page that has its findings. */
export class FindingsWatch {
    /**
     * @param {function(Array<{place: string, reason: string}>, string|undefined): void} onAnswer called with the findings of a failed
     *     build, none if it has not failed, and with the build that is served, if one is
     */
    constructor(onAnswer) {
        this._onAnswer = onAnswer;
        this._timer = null;
    }

    start() {
        this._timer ??= setInterval(() => this._look(), EVERY);
    }

    stop() {
        clearInterval(this._timer);
        this._timer = null;
    }

    async _look() {
        try {
            // The header keeps Quarkus from another build for each request.
            const headers = { 'x-quarkus-hot-deployment-done': 'true' };
            const text = await (await fetch(DATA, { headers, cache: 'no-store' })).text();
            if (this._timer !== null) {
                const page = new DOMParser().parseFromString(text, 'text/html');
                const findings = page.getElementById('ccm-provider-findings')?.textContent ?? '[]';
                this._onAnswer(JSON.parse(findings), text.match(/^export const build = "(.*)";/m)?.[1]);
            }
        } catch (unreachable) {
            // The server restarts.
            console.debug(unreachable);
        }
    }
}
