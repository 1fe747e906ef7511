import { css, html, nothing, QwcHotReloadElement } from 'qwc-hot-reload-element';
import { JsonRpc } from 'jsonrpc';
import { build } from 'build-time-data';
import { addedLines } from './ccm-lines.js';
import { BuildConnection } from './ccm-connection.js';
import { FindingsWatch } from './ccm-findings.js';
import '@vaadin/icon';
import '@vaadin/select';
import '@vaadin/text-field';

const FACTS = {
    topology: {
        label: 'Control plane topology',
        values: ['HighlyAvailable', 'SingleReplica', 'External'],
    },
    distribution: { label: 'Distribution', values: ['openshift', 'kubernetes'] },
    tlsProfile: { label: 'TLS profile', values: ['Intermediate', 'Old', 'Modern'] },
};
const CHOSEN = 'ccm-providers-chosen';
const PROXY = { httpProxy: 'HTTP proxy', httpsProxy: 'HTTPS proxy', noProxy: 'No proxy' };
const DEFAULTS = {
    provider: '', object: '',
    topology: 'HighlyAvailable', distribution: 'openshift', tlsProfile: 'Intermediate',
    httpProxy: '', httpsProxy: '', noProxy: '',
};

/** Names an object of a provider; a substitution may change its namespace, not its kind and name. */
const key = (part, object) => `${part}/${object.kind}/${object.name}`;

/**
 * Providers, their objects, the findings of the last build, and each manifest as it is written beside what becomes of it for the
 * chosen facts. The session of the browser keeps what is chosen when the page is loaded again.
 */
export class QwcCcmProviders extends QwcHotReloadElement {
    static styles = css`
        :host { display: flex; flex-direction: column; gap: 0.8em; padding: 0 1em 1em; }
        .build { padding: 0.5em 0.8em; border-radius: 4px; background: var(--lumo-success-color-10pct); }
        .build.failed { background: var(--lumo-error-color-10pct); }
        .build table, .objects { border-collapse: collapse; width: 100%; }
        th { text-align: left; font-weight: 500; color: var(--lumo-contrast-60pct); }
        .scroll { max-height: 13em; overflow: auto; font-size: 0.9em; }
        td, th { padding: 0.25em 0.8em 0.25em 0; vertical-align: top; }
        .columns { display: flex; gap: 1em; align-items: flex-start; }
        .list { display: flex; flex-direction: column; gap: 2px; flex: 0 0 14em; }
        .list button, .objects tr.row { cursor: pointer; border: 0; background: none; color: inherit; font: inherit; }
        .list button { text-align: left; padding: 0.35em 0.6em; border-radius: 4px; }
        .list button[aria-pressed='true'], .objects tr[aria-selected='true'] { background: var(--lumo-primary-color-10pct); }
        .list small, .place { color: var(--lumo-contrast-60pct); }
        .facts { display: flex; gap: 0.8em; flex-wrap: wrap; }
        .facts vaadin-select, .facts vaadin-text-field { width: 12.5em; }
        .side { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1em; }
        h4 { margin: 0 0 0.3em; font-weight: 500; }
        pre { margin: 0; padding: 0.6em; overflow: auto; max-height: 60vh; font-size: 0.8em; line-height: 1.45;
              background: var(--lumo-contrast-5pct); border-radius: 4px; }
        pre span { display: block; min-height: 1.45em; }
        pre .number { display: inline-block; min-width: 3em; color: var(--lumo-contrast-40pct); user-select: none; }
        pre .added { background: var(--lumo-success-color-10pct); box-shadow: inset 3px 0 var(--lumo-success-color); }
        .grow { flex: 1; min-width: 24em; display: flex; flex-direction: column; gap: 0.8em; }
    `;

    static properties = {
        _providers: { state: true },
        _chosen: { state: true },
        _rendered: { state: true },
        _findings: { state: true },
    };

    jsonRpc = new JsonRpc(this);

    constructor() {
        super();
        this._providers = [];
        this._chosen = { ...DEFAULTS, ...JSON.parse(sessionStorage.getItem(CHOSEN) ?? '{}') };
        this._rendered = null;
        this._findings = [];
        this._build = build;
        this._connection = new BuildConnection();
        this._watch = new FindingsWatch((findings, served) => this._answered(findings, served));
    }

    connectedCallback() {
        super.connectedCallback();
        this._load();
        this._watch.start();
    }

    disconnectedCallback() {
        this._watch.stop();
        this._connection.keep();
        super.disconnectedCallback();
    }

    /** Connected: to an application that may have other providers, or render in another way. */
    hotReload() {
        this._load();
    }

    async _load() {
        this._providers = (await this.jsonRpc.providers()).result;
        this._ask();
    }

    /**
     * The page is not loaded again: while the server restarts, that may fail, and no script would be left to try another time. What is
     * new comes with the next connection.
     */
    _answered(findings, served) {
        if (!served) {
            this._connection.hold();
            this._findings = findings.length > 0 ? findings : this._findings;
            return;
        }
        this._findings = [];
        if (served === this._build) {
            this._connection.keep();
        } else {
            this._build = served;
            this._connection.renew();
        }
    }

    _choose(change) {
        this._chosen = { ...this._chosen, ...change };
        sessionStorage.setItem(CHOSEN, JSON.stringify(this._chosen));
        this._ask();
    }

    get _provider() {
        return this._providers.find((one) => one.name === this._chosen.provider) ?? this._providers[0];
    }

    async _ask() {
        const provider = this._provider;
        if (!provider) {
            return;
        }
        const facts = { ...this._chosen, platform: provider.platform, variant: provider.variant };
        delete facts.provider;
        delete facts.object;
        this._asked = JSON.stringify([provider.name, facts]);
        const asked = this._asked;
        try {
            const answer = await this.jsonRpc.render?.({ facts });
            if (asked === this._asked) {
                this._rendered = answer?.result ?? null;
            }
        } catch (failure) {
            this._rendered = { assets: [], bootstrap: [], faults: [failure.error?.message ?? String(failure)] };
        }
    }

    /** The objects in the order of the files, then those that the operator adds itself. */
    get _objects() {
        const sources = this._provider?.objects ?? [];
        const rendered = new Map();
        for (const part of ['assets', 'bootstrap']) {
            (this._rendered?.[part] ?? []).forEach((object) => rendered.set(key(part, object), { part, ...object }));
        }
        const objects = sources.map((source) => {
            const id = key(source.part, source);
            const result = rendered.get(id);
            rendered.delete(id);
            return { id, part: source.part, source, result };
        });
        rendered.forEach((result, id) => objects.push({ id, part: result.part, result }));
        return objects.map((object) => ({ ...object, added: this._added(object) }));
    }

    _added({ source, result }) {
        return result ? addedLines(source?.yaml ?? '', result.yaml) : new Set();
    }

    render() {
        return html`
            ${this._renderBuild()}
            <div class="columns">
                <div class="list" role="list" aria-label="Providers">${this._providers.map((one) => this._renderProvider(one))}</div>
                <div class="grow">
                    ${this._renderFacts()}
                    ${this._renderFaults()}
                    ${this._renderObjects()}
                </div>
            </div>`;
    }

    _renderBuild() {
        if (this._findings.length === 0) {
            return this._providers.length === 0 ? nothing : html`<div class="build" id="build">The last build has no findings; ${this._providers.length} providers are valid.</div>`;
        }
        return html`<div class="build failed" id="build">
            The last build has failed; the operator is not running. It starts when a file of a provider is saved without a fault.
            <table><thead><tr><th>Place</th><th>What is wrong, and the remedy</th></tr></thead>
            <tbody>${this._findings.map(({ place, reason }) => html`<tr><td>${place}</td><td>${reason}</td></tr>`)}</tbody></table>
        </div>`;
    }

    _renderProvider(one) {
        const platform = one.variant ? `${one.platform}/${one.variant}` : one.platform;
        return html`<button role="listitem" id="provider-${one.name}" aria-pressed="${one.name === this._provider.name}"
                title="${one.origin}" @click="${() => this._choose({ provider: one.name, object: '' })}">
            ${one.name}<br><small>${platform}, ${one.objects.length === 1 ? '1 object' : `${one.objects.length} objects`}${one.payload ? '' : ', outside the payload'}</small>
        </button>`;
    }

    _renderFacts() {
        return html`<div class="facts">
            ${Object.entries(FACTS).map(([name, fact]) => html`
                <vaadin-select theme="small" id="${name}" label="${fact.label}" .value="${this._chosen[name]}"
                    .items="${fact.values.map((value) => ({ label: value, value }))}"
                    @change="${(event) => this._choose({ [name]: event.target.value })}"></vaadin-select>`)}
            ${Object.entries(PROXY).map(([name, label]) => html`
                <vaadin-text-field theme="small" id="${name}" label="${label}" .value="${this._chosen[name]}" placeholder="none"
                    @change="${(event) => this._choose({ [name]: event.target.value })}"></vaadin-text-field>`)}
        </div>`;
    }

    _renderFaults() {
        const faults = this._rendered?.faults ?? [];
        return faults.length === 0 ? nothing : html`<div class="build failed" id="faults">${faults.map((fault) => html`<div>${fault}</div>`)}</div>`;
    }

    _renderObjects() {
        const objects = this._objects;
        const chosen = objects.find((object) => object.id === this._chosen.object)
            ?? objects.find((object) => object.id.startsWith('assets/Deployment/')) ?? objects[0];
        return html`
            <div class="scroll"><table class="objects"><thead><tr><th>Object</th><th>Source</th><th>Lines that differ</th></tr></thead>
                <tbody>${objects.map((object) => this._renderRow(object, object === chosen))}</tbody></table></div>
            ${chosen ? this._renderSides(chosen) : nothing}`;
    }

    _renderRow(object, selected) {
        const { kind, namespace, name } = object.result ?? object.source;
        return html`<tr class="row" data-object="${object.id}" aria-selected="${selected}" tabindex="0"
                @click="${() => this._choose({ object: object.id })}"
                @keydown="${(event) => event.key === 'Enter' && this._choose({ object: object.id })}">
            <td>${kind} ${namespace ? `${namespace}/` : ''}${name}${object.part === 'bootstrap' ? ' (bootstrap)' : ''}</td>
            <td class="place">${object.source ? `${object.source.file}:${object.source.line}` : 'the operator'}</td>
            <td>${object.result ? object.added.size : 'not applied'}</td>
        </tr>`;
    }

    _renderSides({ source, result, part, added }) {
        const command = part === 'bootstrap' ? 'render writes' : 'run applies';
        return html`<div class="side">
            <div><h4>${source ? `${source.file}, line ${source.line}` : 'No source: the operator makes this object'}</h4>
                <pre id="source">${source ? this._lines(source.source, source.line, new Set()) : nothing}</pre></div>
            <div><h4>What ${command} for these facts</h4>
                <pre id="rendered">${result ? this._lines(result.yaml, 1, added) : 'Not applied for these facts.'}</pre></div>
        </div>`;
    }

    _lines(text, first, added) {
        return text.replace(/\n$/, '').split('\n').map((line, index) => html`<span
            class="${added.has(index) ? 'added' : ''}"><span class="number">${first + index}</span>${line}</span>`);
    }
}

customElements.define('qwc-ccm-providers', QwcCcmProviders);
